import { useEffect, useRef, useState } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { canOpen } from '#platform/web/opening.ts'
import { isAnythingUnsaved, onceAllIsSaved } from '#platform/web/unsaved.ts'
import { canCloseOnBack, closeTopmost } from './close-on-back.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { open: boolean; onYes: () => void; onNo: () => void }

export const LeaveQuestion = (props: Props) => (
  <ConfirmDialog {...props} title="Leave without saving?" yes="Leave" no="Stay" danger>
    <p>What you changed is lost then.</p>
  </ConfirmDialog>
)

/**
 * Resolves when the router has returned to the history entry of the page that is shown, after a Back that it blocked.
 * Until then, closing a dialog that is in the address would overwrite the entry before.
 */
const nextPopState = () =>
  new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }))

/**
 * Lets the browser's Back close the topmost dialog, as Escape does, instead of leaving the page, keeps the page open if
 * another can't be opened now, and asks before another page is opened while a form has something unsaved. React Router
 * asks a single blocker, so one component does it for all dialogs, pages and forms. Render it once.
 *
 * The question goes away by itself once what was being saved is saved: the page then says so.
 */
export function NavigationGuard() {
  const blockedBy = useRef<'dialog' | 'closed page' | 'form'>(undefined)
  const isBackHere = useRef(Promise.resolve())
  const [asking, setAsking] = useState(false)
  const { state, proceed, reset } = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) => {
      const goesBack = historyAction === NavigationType.Pop
      const leavesPage = currentLocation.pathname !== nextLocation.pathname
      if (goesBack && canCloseOnBack()) {
        blockedBy.current = 'dialog'
        isBackHere.current = nextPopState()
      } else if (!goesBack && !canOpen(nextLocation.pathname + nextLocation.search))
        blockedBy.current = 'closed page'
      else if (leavesPage && isAnythingUnsaved()) blockedBy.current = 'form'
      else return false
      return true
    },
  )
  useEffect(() => {
    if (state !== 'blocked') return
    if (blockedBy.current === 'form') return setAsking(true)
    reset()
    if (blockedBy.current === 'dialog') void isBackHere.current.then(closeTopmost)
  }, [state, reset])
  const stay = () => {
    setAsking(false)
    reset?.()
  }
  useEffect(() => (asking ? onceAllIsSaved(stay) : undefined))
  return (
    <LeaveQuestion
      open={asking}
      onYes={() => {
        setAsking(false)
        proceed?.()
      }}
      onNo={stay}
    />
  )
}
