import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { pendingTap } from '#features/sign-in/pending-tap.ts'

// Loaded only when a visitor taps something for which they must log in.
const LoginOverlay = lazy(() => import('#features/sign-in/login-overlay.tsx'))

type Occasion = { why: string; after?: () => void }
/** `about` is what the tapped switch is about. If the visitor joins on another page, it is tapped afterwards. */
type Ask = (why: string, after?: () => void, about?: string) => void

const AskContext = createContext<Ask>(() => {})

/**
 * Returns `ask(why, after)`, which shows the log-in over the page. `after` is called once the visitor has logged in.
 */
export const useAskToLogIn = () => use(AskContext)

/** Wraps a page on which visitors may want to act. It has one log-in overlay for all cards. */
export function LogInPromptProvider({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const [occasion, setOccasion] = useState<Occasion | null>(null)
  // Once opened, the overlay stays mounted, because otherwise it couldn't return the focus when it closes.
  const [opened, setOpened] = useState(false)
  const ask = useCallback<Ask>((why, after, about) => {
    if (about !== undefined) pendingTap.set(about)
    setOccasion({ why, after })
    setOpened(true)
  }, [])
  const back = useCallback(() => {
    pendingTap.remove()
    setOccasion(null)
  }, [])
  return (
    <AskContext value={ask}>
      {children}
      {/* Without scripts, the buttons to vote and to follow submit this form. */}
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
              pendingTap.remove()
              setOccasion(null)
              occasion?.after?.()
            }}
          />
        </Suspense>
      )}
    </AskContext>
  )
}
