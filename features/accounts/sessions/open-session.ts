import {
  isActing,
  lastLoginMethod,
  session,
  startSession,
  type SessionResponse,
} from '#platform/web/session.ts'
import { leaveSession, logOut } from './log-out.ts'

/** Begins a session on this device. Another member's, which it replaces, is ended. */
export function beginSession(
  answer: SessionResponse,
  by: 'simpleLogin' | 'appleLogin' = 'simpleLogin',
) {
  lastLoginMethod.set({ facebookLogin: false, appleLogin: false, simpleLogin: false, [by]: true })
  if (isActing()) void logOut()
  const { id, isLogged } = session()
  if (isLogged && id !== answer.id) void leaveSession()
  startSession(answer)
}

/** Returns `path` with the `next` and referrer parameters of `search`. */
export function withReturnParams(path: string, search: string): string {
  const from = new URLSearchParams(search)
  const carried = new URLSearchParams()
  for (const key of ['next', 'referrer', 'referer']) {
    const value = from.get(key)
    if (value) carried.set(key, value)
  }
  return carried.size > 0 ? `${path}?${carried}` : path
}
