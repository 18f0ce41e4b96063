import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
  danger?: boolean
  busy?: boolean
}

/**
 * A dialog that asks whether the user is sure. The focus starts on the `no` button, which does nothing during the
 * action (`busy`), so that a refusal is seen.
 */
export function ConfirmDialog({
  open,
  title,
  children,
  yes,
  no,
  onYes,
  onNo,
  danger,
  busy = false,
}: ConfirmDialogProps) {
  const back = () => (busy ? undefined : onNo())
  return (
    <Dialog
      open={open}
      onClose={back}
      title={title}
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
    >
      {children}
    </Dialog>
  )
}
