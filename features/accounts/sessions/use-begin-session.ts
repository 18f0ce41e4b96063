import { useCallback } from 'react'
import type { SessionResponse } from '#platform/web/session/session.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { beginSession } from './open-session.ts'

const backTexts = {
  deletion: 'Welcome back. Your account stays: it won’t be deleted.',
  disabled: 'Welcome back. Your account and your page are there again.',
}

/** Returns a function that begins a session, and says so if it brought a disabled or leaving member back. */
export function useBeginSession() {
  const toast = useToast()
  return useCallback(
    (answer: SessionResponse, by?: 'simpleLogin' | 'appleLogin') => {
      beginSession(answer, by)
      if (answer.cameBackFrom) toast({ text: backTexts[answer.cameBackFrom], tone: 'good' })
    },
    [toast],
  )
}
