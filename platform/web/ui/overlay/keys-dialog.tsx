import type { ReactNode } from 'react'
import { type KeyWords, keysOn } from '../../keys.ts'
import { useStored } from '../../stored.ts'
import { Dialog } from './dialog.tsx'
import css from './keys-dialog.module.css'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  words: KeyWords
  /** Where they work. */
  children: ReactNode
}

/** What each key does, and the switch that turns all of them off. */
export function KeysDialog({ open, onClose, title, words, children }: Props) {
  const on = useStored(keysOn)
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {children}
      <dl className={css.keys}>
        {words.map(([keys, what]) => (
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
        Single keys act, on this device
      </label>
    </Dialog>
  )
}
