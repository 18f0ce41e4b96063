import { useEffect } from 'react'
import { api } from '#platform/web/api/api.ts'
import { changeSession, isActing, session, type Session } from '#platform/web/session/session.ts'

/** Calls `ask` whenever a member who must verify their e-mail returns to this page, as after opening the mailed link. */
export function useVerifiedElsewhere(isWaiting: boolean, ask: () => void): void {
  useEffect(() => (isWaiting ? onReturn(ask) : undefined), [isWaiting, ask])
}

/** `focus` alone isn't enough: not every phone sends it. Returns a function that ends it. */
function onReturn(ask: () => void): () => void {
  const askInView = () => document.visibilityState === 'visible' && ask()
  addEventListener('focus', askInView)
  document.addEventListener('visibilitychange', askInView)
  return () => {
    removeEventListener('focus', askInView)
    document.removeEventListener('visibilitychange', askInView)
  }
}

/** Keeps the session up to date while its member must verify. Returns a function that ends it. */
export function watchVerifiedSession(): () => void {
  void askForAccount()
  return onReturn(() => void askForAccount())
}

/** Brings this browser's session up to date with the account, which may have changed on another device. */
export async function askForAccount(): Promise<void> {
  const before = session()
  const account = await api('GET /user', {}).catch(() => null)
  if (account) noteAccount(account, before)
}

type Account = { id: number; userName: string; email: string; verified: boolean }

/** Notes the member's account in the session, unless the session has changed since. */
export function noteAccount({ id, userName: name, verified, email }: Account, before: Session) {
  const now = session()
  if (now !== before || id !== now.id) return
  changeSession({ name, verified, email: isActing() ? now.email : email })
}
