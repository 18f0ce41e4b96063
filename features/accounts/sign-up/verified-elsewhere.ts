import { useEffect } from 'react'
import { api } from '#platform/web/api/api.ts'
import { changeSession, onSessionChange, session } from '#platform/web/session.ts'

/**
 * Calls `ask` while a member must verify their e-mail: once they did so in another tab, when they return to this page,
 * and every few seconds while it is in view, because they may open the link on another device.
 */
export function useVerifiedElsewhere(isWaiting: boolean, ask: () => void, pauseSeconds = 10): void {
  useEffect(
    () => (isWaiting ? watch(ask, pauseSeconds) : undefined),
    [isWaiting, ask, pauseSeconds],
  )
}

/** Returns a function that ends the watch. `focus` alone isn't enough: not every phone sends it. */
function watch(ask: () => void, pauseSeconds: number): () => void {
  const askInView = () => inView() && ask()
  addEventListener('focus', askInView)
  document.addEventListener('visibilitychange', askInView)
  const timer = setInterval(askInView, pauseSeconds * 1000)
  const stopFollowing = onSessionChange(() => session().verified && ask())
  return () => {
    stopFollowing()
    removeEventListener('focus', askInView)
    document.removeEventListener('visibilitychange', askInView)
    clearInterval(timer)
  }
}

const inView = () => document.visibilityState === 'visible' && navigator.onLine

/**
 * Keeps the session up to date while what this page shows depends on whether its member has verified their e-mail. The
 * session in this browser isn't told if the link is opened elsewhere.
 */
export const useVerifiedSession = (isWaiting: boolean): void =>
  useVerifiedElsewhere(isWaiting, askForVerified, sessionPause)

/** The same for a page that hasn't just asked: asks at once. Returns a function that ends it. */
export function watchVerifiedSession(): () => void {
  if (inView()) askForVerified()
  return watch(askForVerified, sessionPause)
}

const sessionPause = 60

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
