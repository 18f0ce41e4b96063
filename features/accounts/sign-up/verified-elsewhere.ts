import { useEffect } from 'react'
import { api } from '#platform/web/api/api.ts'
import { changeSession, session } from '#platform/web/session.ts'

/**
 * Calls `ask` while a member must verify their e-mail: when they return to this page, and every few seconds while it is
 * in view, because they may open the link on another device. `focus` alone isn't enough: not every phone sends it.
 */
export function useVerifiedElsewhere(isWaiting: boolean, ask: () => void, pauseSeconds = 10): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const askInView = () => inView() && ask()
    addEventListener('focus', askInView)
    document.addEventListener('visibilitychange', askInView)
    const timer = setInterval(askInView, pauseSeconds * 1000)
    return () => {
      removeEventListener('focus', askInView)
      document.removeEventListener('visibilitychange', askInView)
      clearInterval(timer)
    }
  }, [isWaiting, ask, pauseSeconds])
}

const inView = () => document.visibilityState === 'visible' && navigator.onLine

/**
 * Keeps the session up to date while what this page shows depends on whether its member has verified their e-mail. The
 * session in this browser isn't told if the link is opened elsewhere. `atOnce` is true if the page hasn't just asked.
 */
export function useVerifiedSession(isWaiting: boolean, { atOnce = false } = {}): void {
  useVerifiedElsewhere(isWaiting, askForVerified, 60)
  useEffect(() => {
    if (isWaiting && atOnce && inView()) askForVerified()
  }, [isWaiting, atOnce])
}

let isAsking = false

/** Several parts of a page may ask at the same time, and returning to a page can send two events: one call is enough. */
function askForVerified(): void {
  if (isAsking) return
  isAsking = true
  void api('GET /user', {})
    .then(noteVerified, () => undefined)
    .finally(() => (isAsking = false))
}

/** Notes in this browser's session that its member has verified their e-mail, if the server says so. */
export function noteVerified(account: { id: number; verified: boolean }): void {
  const { id, verified } = session()
  if (account.verified && !verified && account.id === id) changeSession({ verified: true })
}
