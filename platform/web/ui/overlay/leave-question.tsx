import { useEffect, useRef, useState } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { isAnythingUnsaved, useUnsaved } from '#platform/web/unsaved.ts'
import { canCloseOnBack, closeTopmost } from './close-on-back.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { open: boolean; onYes: () => void; onNo: () => void }

const LeaveQuestion = (props: Props) => (
  <ConfirmDialog {...props} title="Leave without saving?" yes="Leave" no="Stay" danger>
    <p>What you changed is lost then.</p>
  </ConfirmDialog>
)

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

/**
 * Lets the browser's Back close the topmost dialog, as Escape does, instead of leaving the page, and asks before another
 * page is opened while a form has something unsaved. React Router asks a single blocker, so one component does it for
 * all dialogs and forms. Render it once.
 */
export function NavigationGuard() {
  const closesDialog = useRef(false)
  const [asking, setAsking] = useState(false)
  const { state, proceed, reset } = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) => {
      closesDialog.current = historyAction === NavigationType.Pop && canCloseOnBack()
      const leavesPage = currentLocation.pathname !== nextLocation.pathname
      return closesDialog.current || (leavesPage && isAnythingUnsaved())
    },
  )
  useEffect(() => {
    if (state !== 'blocked') return
    if (!closesDialog.current) return setAsking(true)
    reset()
    closeTopmost()
  }, [state, reset])
  return (
    <LeaveQuestion
      open={asking}
      onYes={() => {
        setAsking(false)
        proceed?.()
      }}
      onNo={() => {
        setAsking(false)
        reset?.()
      }}
    />
  )
}
