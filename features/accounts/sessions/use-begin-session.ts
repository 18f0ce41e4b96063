import { useCallback } from 'react'
import type { SessionResponse } from '#platform/web/session/session.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { beginSession } from './open-session.ts'

/** Returns a function that begins a session, and says so if it enabled a disabled account. */
export function useBeginSession() {
  const toast = useToast()
  return useCallback(
    (answer: SessionResponse, by?: 'simpleLogin' | 'appleLogin') => {
      beginSession(answer, by)
      if (answer.cameBackFrom)
        toast({ text: 'Welcome back. Your account and your page are there again.', tone: 'good' })
    },
    [toast],
  )
}
