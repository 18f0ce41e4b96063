import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { X } from 'lucide-react'
import { IconButton } from '../button.tsx'
import { closeOnBack } from './close-on-back.ts'
import css from './dialog.module.css'

export type DialogProps = {
  open: boolean
  /**
   * Called by Escape, the browser's Back, the close button or a tap outside the dialog. The owner then sets `open` to
   * false, except during the dialog's action, whose refusal would be seen by nobody.
   */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons in reading order: first the one that goes back, then the action. */
  actions?: ReactNode
  /** `sheet` slides up on a phone and is centred elsewhere; `full` fills the screen. */
  shape?: 'sheet' | 'full'
  /** Removes the close button and ignores taps outside, so that typed text isn't lost. Escape still closes it. */
  onlyClosedByButtons?: boolean
  /** The dialog has a history entry of its own, so that Back closes it by leaving that entry. */
  hasHistoryEntry?: boolean
  role?: 'dialog' | 'alertdialog'
}

/**
 * A modal dialog. The browser's own <dialog> keeps the focus inside, makes the page behind it inert and gives the focus
 * back when it closes. The focus starts on `data-autofocus`, or else on the title. The content is rendered only while
 * the dialog is open.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  shape = 'sheet',
  onlyClosedByButtons = false,
  hasHistoryEntry = false,
  role,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()

  // A layout effect, so that its cleanup runs before the dialog is removed: <dialog> gives the focus back only if it is
  // still in the page when it closes.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog || !open) return undefined
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]')
    ;(first ?? document.getElementById(heading))?.focus()
    const endBack = hasHistoryEntry ? undefined : closeOnBack(dialog)
    return () => {
      endBack?.()
      dialog.close()
    }
  }, [open, heading, hasHistoryEntry])

  useEffect(() => {
    const dialog = box.current
    if (!dialog || !open || onlyClosedByButtons) return undefined
    // The press and the release must both be outside, so that dragging a selection out of a field doesn't close it.
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
  }, [open, onlyClosedByButtons, onClose])

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
      onClose={({ currentTarget }) => {
        // If Escape or Android's Back is pressed twice in a row, browsers close a dialog even though its `cancel` event
        // was prevented. It is shown again, and its owner decides. A dialog that was removed while open gets this event
        // too and isn't shown again.
        if (!open || currentTarget.open || !currentTarget.isConnected) return
        currentTarget.showModal()
        onClose()
      }}
    >
      {open && (
        <div className={css.box}>
          <div className={css.head}>
            <h2 id={heading} tabIndex={-1} className={css.title}>
              {title}
            </h2>
            {!onlyClosedByButtons && <IconButton label="Close" icon={<X />} onClick={onClose} />}
          </div>
          <div className={css.body}>{children}</div>
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
