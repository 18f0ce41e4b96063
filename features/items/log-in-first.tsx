import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { forgetPendingVote, keepPendingVote } from '#features/sign-in/pending-vote.ts'

// Only who taps as a visitor needs it.
const LoginOverlay = lazy(() => import('#features/sign-in/login-overlay.tsx'))

type Occasion = { why: string; after?: () => void }
/** `pendingVote`: the item whose vote is cast after joining on another page. */
type Ask = (why: string, after?: () => void, pendingVote?: number) => void

const AskContext = createContext<Ask>(() => {})

/** `ask(why, after)`: shows the log-in over the page; `after` runs once someone has logged in. */
export const useAskToLogIn = () => use(AskContext)

/** Round a page whose visitors may want to act: one overlay for all its cards. */
export function LogInFirst({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const [occasion, setOccasion] = useState<Occasion | null>(null)
  // Once there it stays: only a dialog that is still there gives the focus back.
  const [opened, setOpened] = useState(false)
  const ask = useCallback<Ask>((why, after, pendingVote) => {
    if (pendingVote !== undefined) keepPendingVote(pendingVote)
    setOccasion({ why, after })
    setOpened(true)
  }, [])
  const back = useCallback(() => {
    forgetPendingVote()
    setOccasion(null)
  }, [])
  return (
    <AskContext value={ask}>
      {children}
      {/* Without scripts a vote, or a follow, sends this. */}
      <form id="log-in-first" action="/login" hidden>
        <input type="hidden" name="next" value={pathname + search} />
      </form>
      {opened && (
        <Suspense>
          <LoginOverlay
            open={occasion !== null}
            why={occasion?.why}
            onBack={back}
            onDone={() => {
              forgetPendingVote()
              setOccasion(null)
              occasion?.after?.()
            }}
          />
        </Suspense>
      )}
    </AskContext>
  )
}
