import { useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before a dialog's changes are lost, whether by its own buttons, by Escape or by the browser's Back. Render
 * `question` beside the dialog and call `leave` in place of `onClose`.
 */
export function useConfirmLeave(isChanged: boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const blocker = useBlocker(isChanged)
  const leave = () => (isChanged ? setAsking(true) : onClose())
  const question = (
    <ConfirmDialog
      open={asking || blocker.state === 'blocked'}
      title="Leave without saving?"
      yes="Leave"
      no="Stay"
      danger
      onYes={() => (blocker.state === 'blocked' ? blocker.proceed() : onClose())}
      onNo={() => {
        setAsking(false)
        blocker.reset?.()
      }}
    >
      <p>What you changed is lost then.</p>
    </ConfirmDialog>
  )
  return { leave, question }
}
