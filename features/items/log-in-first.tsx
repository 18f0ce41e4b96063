import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { LoginOverlay } from '#features/sign-in/login-overlay.tsx'
import { forgetPendingVote, keepPendingVote } from './votes/pending-vote.ts'

type Asked = { why: string; after?: () => void }
/** `pendingVote`: the item whose vote is cast after joining on another page. */
type Ask = (why: string, after?: () => void, pendingVote?: number) => void

const AskContext = createContext<Ask>(() => {})

/** `ask(why, after)`: shows the log-in over the page; `after` runs once someone has logged in. */
export const useAskToLogIn = () => use(AskContext)

/** Round a page whose visitors may want to act: one overlay for all its cards. */
export function LogInFirst({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback<Ask>((why, after, pendingVote) => {
    if (pendingVote !== undefined) keepPendingVote(pendingVote)
    setAsked({ why, after })
  }, [])
  const back = useCallback(() => {
    forgetPendingVote()
    setAsked(null)
  }, [])
  return (
    <AskContext value={ask}>
      {children}
      <LoginOverlay
        open={asked !== null}
        why={asked?.why}
        onBack={back}
        onDone={() => {
          forgetPendingVote()
          setAsked(null)
          asked?.after?.()
        }}
      />
    </AskContext>
  )
}
