import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from 'react'
import { Camera, ImagePlus } from 'lucide-react'
import { Button, type ButtonProps } from '#platform/web/ui/button.tsx'
import css from './photo.module.css'

const types = 'image/jpeg,image/png,image/heic,image/heif'
const fileInput = {
  'aria-label': 'Photo file',
  accept: `.jpeg,.jpg,.png,.heic,.heif,${types}`,
}
const cameraInput = {
  'aria-label': 'Camera',
  accept: types,
  capture: 'environment',
} as const

type Props = { onFile: (file: File | undefined) => void; another?: boolean; disabled?: boolean }

/** Buttons to choose a file or take a photo. The editor itself handles dropping and pasting. */
export function ChoosePhoto({ another, ...props }: Props) {
  const size = another ? 'small' : 'medium'
  return (
    <div className={css.ways}>
      <FileButton {...props} size={size} icon={<ImagePlus />} input={fileInput}>
        {another ? 'Choose another' : 'Choose a photo'}
      </FileButton>
      <span className={css.camera}>
        <FileButton {...props} size={size} icon={<Camera />} input={cameraInput}>
          Take a photo
        </FileButton>
      </span>
    </div>
  )
}

type FileButtonProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'icon' | 'disabled' | 'busy' | 'busyLabel' | 'children' | 'onClick'
> &
  Pick<Props, 'onFile'> & { input: ComponentProps<'input'> }

/** A button that opens the device's file picker or camera. */
function FileButton({ onFile, onClick, input, ...button }: FileButtonProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="secondary"
        {...button}
        onClick={(event) => {
          onClick?.(event)
          file.current?.click()
        }}
      />
      <input
        {...input}
        ref={file}
        type="file"
        hidden
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // Cleared, so that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** Takes files that are dropped on a box or pasted anywhere on the page. */
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
