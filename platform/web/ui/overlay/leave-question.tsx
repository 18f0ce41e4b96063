import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before the changes of a dialog or a page are lost, whether by its own buttons, by Escape or by the browser's Back,
 * which works like Escape in a dialog. Render `question` beside it and call `leave` in place of `onClose`.
 */
export function useConfirmLeave(isChanged: boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const leave = () => (isChanged ? setAsking(true) : onClose())
  const question = (
    <ConfirmDialog
      open={asking}
      title="Leave without saving?"
      yes="Leave"
      no="Stay"
      danger
      onYes={() => {
        setAsking(false)
        onClose()
      }}
      onNo={() => setAsking(false)}
    >
      <p>What you changed is lost then.</p>
    </ConfirmDialog>
  )
  return { leave, question }
}
