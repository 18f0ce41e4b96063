import type { ReactNode } from 'react'
import { type ShortcutList, shortcutsEnabled } from '../../keyboard-shortcuts.ts'
import { useStored } from '../../storage/stored.ts'
import { Dialog } from './dialog.tsx'
import css from './shortcuts-dialog.module.css'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  words: ShortcutList
  /** A text that says where the shortcuts work. */
  children: ReactNode
}

/**
 * A dialog that lists what each key does, with a switch that turns the letter and sign keys off (arrows, Enter and
 * Space always work).
 */
export function ShortcutsDialog({ open, onClose, title, words, children }: Props) {
  const on = useStored(shortcutsEnabled)
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
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => shortcutsEnabled.set(target.checked)}
        />
        Single keys act, on this device
      </label>
    </Dialog>
  )
}
