import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { releaseHeldSession, useHeldSession } from '#platform/web/session/session.ts'

// Loaded only for those whose session ended while they were typing.
const LogInAgainDialog = lazy(() => import('./log-in-again-dialog.tsx'))

/**
 * Asks a member to log in again if their session ended in another tab, or on the server, while they were typing. What
 * they typed stays on the page meanwhile. If they go to another page, what they typed is lost, and that page is shown
 * as to a visitor.
 */
export function LogInAgain() {
  const held = useHeldSession()
  const { pathname } = useLocation()
  const heldAt = useRef<string | null>(null)
  const isHeld = held !== null
  useEffect(() => {
    heldAt.current = isHeld ? (heldAt.current ?? pathname) : null
    if (isHeld && heldAt.current !== pathname) releaseHeldSession()
  }, [isHeld, pathname])
  return (
    held && (
      <Suspense>
        <LogInAgainDialog key={held.asked} />
      </Suspense>
    )
  )
}
