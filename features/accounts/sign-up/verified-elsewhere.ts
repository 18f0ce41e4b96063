import { useEffect } from 'react'
import { api } from '#platform/web/api/api.ts'
import {
  changeSession,
  isActing,
  onSessionChange,
  session,
  type Session,
} from '#platform/web/session/session.ts'

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
  useVerifiedElsewhere(isWaiting, askForAccount, sessionPause)

/** The same for a page that hasn't just asked: asks at once. Returns a function that ends it. */
export function watchVerifiedSession(): () => void {
  if (inView()) void askForAccount()
  return watch(askForAccount, sessionPause)
}

const sessionPause = 60

let asking: Promise<void> | null = null

/**
 * Brings this browser's session up to date with the member's account, which may have changed on another device. Several
 * parts of a page may ask at the same time, and returning to a page can send two events: one call is enough.
 */
export function askForAccount(): Promise<void> {
  asking ??= ask()
    .catch(() => undefined)
    .finally(() => (asking = null))
  return asking
}

async function ask() {
  const before = session()
  noteAccount(await api('GET /user', {}), before)
}

type Account = { id: number; userName: string; email: string; verified: boolean }

/**
 * Notes the member's name and e-mail in this browser's session, and whether they have verified it, which another account
 * of their mailbox can end. An answer to what was asked before the session's last change may be older than that, so it
 * isn't noted. While an admin acts as another user, the session has no e-mail.
 */
export function noteAccount(
  { id, userName: name, verified, ...account }: Account,
  before: Session,
) {
  const now = session()
  if (now !== before || id !== now.id) return
  const email = isActing() ? now.email : account.email
  const isSame = name === now.name && email === now.email && verified === now.verified
  if (!isSame) changeSession({ name, email, verified })
}
