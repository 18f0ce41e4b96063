import { type DragEvent, useEffect, useRef, useState } from 'react'
import Camera from 'lucide-react/icons/camera'
import ImagePlus from 'lucide-react/icons/image-plus'
import { Button } from '#platform/web/ui/button.tsx'
import css from './photo.module.css'

type Props = { onFile: (file: File | undefined) => void; another?: boolean; disabled?: boolean }

/** The ways in: a file, the camera; dropping and pasting are the editor's. */
export function ChoosePhoto({ onFile, another, disabled }: Props) {
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onFile(input.files?.[0])
    // So that the same file can be chosen again.
    input.value = ''
  }
  return (
    <div className={css.ways}>
      <Button
        look="secondary"
        size={another ? 'small' : 'medium'}
        icon={<ImagePlus />}
        disabled={disabled}
        onClick={() => file.current?.click()}
      >
        {another ? 'Choose another' : 'Choose a photo'}
      </Button>
      <span className={css.camera}>
        <Button
          look="secondary"
          size={another ? 'small' : 'medium'}
          icon={<Camera />}
          disabled={disabled}
          onClick={() => camera.current?.click()}
        >
          Take a photo
        </Button>
      </span>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Photo file"
        accept=".jpeg,.jpg,.png,image/jpeg,image/png"
        onChange={({ target }) => take(target)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        aria-label="Camera"
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={({ target }) => take(target)}
      />
    </div>
  )
}

/** Takes what is dropped on a box, or pasted anywhere on the page. */
export function useDropAndPaste(onFile: (file: File | undefined) => void, disabled: boolean) {
  const [over, setOver] = useState(false)
  const take = useRef(onFile)
  useEffect(() => {
    take.current = onFile
  })
  useEffect(() => {
    if (disabled) return undefined
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData?.files[0]
      if (file) take.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [disabled])
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      if (!disabled) take.current(event.dataTransfer.files[0])
    },
  }
  return { over, drop }
}
