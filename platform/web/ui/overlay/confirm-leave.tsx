import { useState } from 'react'
import { useUnsaved } from '#platform/web/unsaved.ts'
import { LeaveQuestion } from './leave-question.tsx'

/**
 * Asks before the changes of a dialog or a form are lost, whether by its own buttons, by Escape, by a link to another
 * page or by the browser's Back, which works like Escape in a dialog. Render `question` beside it and call `leave` in
 * place of `onClose`.
 */
export function useConfirmLeave(isChanged: boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  useUnsaved(() => isChanged)
  const leave = () => (isChanged ? setAsking(true) : onClose())
  const question = (
    <LeaveQuestion
      open={asking}
      onYes={() => {
        setAsking(false)
        onClose()
      }}
      onNo={() => setAsking(false)}
    />
  )
  return { leave, question }
}
