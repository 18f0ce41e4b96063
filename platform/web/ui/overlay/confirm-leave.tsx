import { useState } from 'react'
import { useUnsaved } from '#platform/web/unsaved.ts'
import { LeaveQuestion } from './leave-question.tsx'

/**
 * Returns a question to render, and a function to call in place of `onLeave`, which asks it first if `isChanged`
 * returns true.
 */
export function useLeaveQuestion(isChanged: () => boolean, onLeave: () => void) {
  const [asking, setAsking] = useState(false)
  const leave = () => (isChanged() ? setAsking(true) : onLeave())
  const question = (
    <LeaveQuestion
      open={asking}
      onYes={() => {
        setAsking(false)
        onLeave()
      }}
      onNo={() => setAsking(false)}
    />
  )
  return { leave, question }
}

/**
 * Asks before the changes of a dialog or a form are lost, whether by its own buttons, by Escape, by a link to another
 * page or by the browser's Back, which works like Escape in a dialog. Render `question` beside it and call `leave` in
 * place of `onClose`. While the changes are being saved (`busy`), `leave` does nothing: the answer closes the dialog, or
 * is a refusal that has to be seen.
 */
export function useConfirmLeave(isChanged: boolean, onClose: () => void, busy = false) {
  useUnsaved(() => isChanged || busy)
  const { leave, question } = useLeaveQuestion(() => isChanged, onClose)
  return { leave: () => (busy ? undefined : leave()), question }
}
