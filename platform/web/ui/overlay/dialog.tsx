import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { X } from 'lucide-react'
import { Button, IconButton } from '../button.tsx'
import css from './dialog.module.css'

type DialogProps = {
  open: boolean
  /** Called by Escape, Android's Back, the close button or a tap outside. The owner then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons in reading order: first the one that goes back, then the action. */
  actions?: ReactNode
  /** `sheet` slides up on a phone and is centered elsewhere; `full` fills the screen. */
  shape?: 'sheet' | 'full'
  /** Removes the close button and ignores taps outside, so that typed text isn't lost. Escape still closes it. */
  onlyClosedByButtons?: boolean
  role?: 'alertdialog'
}

/**
 * The browser's own modal <dialog>, which keeps the focus inside and gives it back. The focus starts on
 * `data-autofocus`, or else on the title. The content is rendered only while the dialog is open.
 */
export function Dialog({ open, onClose, title, children, actions, role, ...how }: DialogProps) {
  const { shape = 'sheet', onlyClosedByButtons = false } = how
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // A layout effect, because <dialog> gives the focus back only if it is closed before it leaves the page.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog || !open) return undefined
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]')
    ;(first ?? document.getElementById(heading))?.focus()
    return () => dialog.close()
  }, [open, heading])

  return (
    <dialog
      ref={box}
      className={css.dialog}
      data-shape={shape}
      role={role}
      aria-labelledby={heading}
      closedby={onlyClosedByButtons ? 'closerequest' : 'any'}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <div className={css.box}>
          <div className={css.head}>
            <h2 id={heading} tabIndex={-1}>
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

type ConfirmProps = Pick<DialogProps, 'open' | 'title' | 'children'> & {
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
  danger?: boolean
  busy?: boolean
}

/** Asks whether the user is sure. The focus starts on the `no` button, which does nothing while the action is busy. */
export function ConfirmDialog({ yes, no, onYes, onNo, danger, busy, ...dialog }: ConfirmProps) {
  const back = () => (busy ? undefined : onNo())
  return (
    <Dialog
      {...dialog}
      onClose={back}
      role="alertdialog"
      onlyClosedByButtons
      actions={
        <>
          <Button variant="secondary" onClick={back} data-autofocus>
            {no}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    />
  )
}
