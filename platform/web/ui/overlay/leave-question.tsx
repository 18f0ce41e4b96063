import { useEffect, useRef, useState } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { isAnythingUnsaved } from '#platform/web/unsaved.ts'
import { canCloseOnBack, closeTopmost } from './close-on-back.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { open: boolean; onYes: () => void; onNo: () => void }

export const LeaveQuestion = (props: Props) => (
  <ConfirmDialog {...props} title="Leave without saving?" yes="Leave" no="Stay" danger>
    <p>What you changed is lost then.</p>
  </ConfirmDialog>
)

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
