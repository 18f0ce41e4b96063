import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import X from 'lucide-react/icons/x'
import { IconButton } from '../button.tsx'
import css from './dialog.module.css'

export type DialogProps = {
  open: boolean
  /** Escape, the x, a tap beside it. The owner then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, in the order of reading: back first, then the action. */
  actions?: ReactNode
  /** `sheet` slides up on a phone and is centred elsewhere; `full` fills the screen. */
  shape?: 'sheet' | 'full'
  /** Only the buttons in it lead out (something was typed): no x, no tap beside it. Escape still closes. */
  firm?: boolean
  role?: 'dialog' | 'alertdialog'
}

/**
 * The browser's own <dialog>: it keeps the focus inside, hides the page behind, and gives the focus back.
 * The focus starts on `data-autofocus` or else on the title. What is inside lives only while it is open.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  shape = 'sheet',
  firm = false,
  role,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()

  // Before what goes is gone: only a dialog that is still there gives the focus back.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog || !open) return undefined
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]')
    ;(first ?? document.getElementById(heading))?.focus()
    return () => dialog.close()
  }, [open, heading])

  useEffect(() => {
    const dialog = box.current
    if (!dialog || !open || firm) return undefined
    // Press and release beside the box: a selection dragged out of a field doesn't count.
    let pressedBeside = false
    const press = (event: Event) => (pressedBeside = event.target === dialog)
    const release = (event: Event) => {
      if (pressedBeside && event.target === dialog) onClose()
    }
    dialog.addEventListener('pointerdown', press)
    dialog.addEventListener('click', release)
    return () => {
      dialog.removeEventListener('pointerdown', press)
      dialog.removeEventListener('click', release)
    }
  }, [open, firm, onClose])

  return (
    <dialog
      ref={box}
      className={css.dialog}
      data-shape={shape}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <div className={css.box}>
          <header className={css.head}>
            <h2 id={heading} tabIndex={-1} className={css.title}>
              {title}
            </h2>
            {!firm && <IconButton label="Close" icon={<X />} onClick={onClose} />}
          </header>
          <div className={css.body}>{children}</div>
          {actions && <footer className={css.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
