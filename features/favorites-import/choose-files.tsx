import { type DragEvent, useRef, useState } from 'react'
import FileUp from 'virtual:icons/file-up'
import { Button } from '#platform/web/ui/button.tsx'
import { importFiles } from './import-files.ts'
import css from './bring.module.css'

type Props = { busy: boolean; more: boolean }

/** A box with a button to choose files. Files can also be dropped on the box. */
export function ChooseFiles({ busy, more }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void importFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={css.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button
        variant={more ? 'secondary' : 'primary'}
        icon={<FileUp />}
        busy={busy}
        busyLabel="Reading your files…"
        onClick={() => input.current?.click()}
      >
        {more ? 'Choose more files' : 'Choose files'}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files with your places"
        accept=".zip,.kmz,.json,.geojson,.csv,.tsv,.txt,.kml,.gpx,.html"
        onChange={({ target }) => {
          void importFiles([...(target.files ?? [])])
          // Cleared, so that the same file can be chosen again.
          target.value = ''
        }}
      />
      <p className={css.dropHint}>or drop them here</p>
    </div>
  )
}
