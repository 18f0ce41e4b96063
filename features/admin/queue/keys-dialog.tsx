import { useStored } from '#platform/web/stored.ts'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { keysOn, keyWords } from './keys.ts'
import css from './queue.module.css'

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = useStored(keysOn)
  return (
    <Dialog open={open} onClose={onClose} title="Keys of the queue">
      <p>They work while a row has the focus.</p>
      <dl className={css.keys}>
        {keyWords.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={css.switch}>
        <input type="checkbox" checked={on} onChange={({ target }) => keysOn.set(target.checked)} />
        Letters decide, on this device
      </label>
    </Dialog>
  )
}
