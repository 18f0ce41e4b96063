import { forgetPushOn } from '#platform/web/push-answer.ts'
import {
  hasSessionEnded,
  isActing,
  lastLoginMethod,
  session,
  startSession,
  type SessionResponse,
} from '#platform/web/session/session.ts'
import { forgetSearchesAndCities, leaveSession, logOut } from './log-out.ts'

/** Begins a session on this device. Another member's, which it replaces, is ended. */
export function beginSession(
  answer: SessionResponse,
  by: 'simpleLogin' | 'appleLogin' = 'simpleLogin',
) {
  lastLoginMethod.set({ facebookLogin: false, appleLogin: false, simpleLogin: false, [by]: true })
  if (isActing()) void logOut()
  const { id, isLogged, email } = session()
  if (isLogged && id !== answer.id) void leaveSession()
  // Nobody logged out here, so the member of before may still have searches and a city on this device.
  if (hasSessionEnded() && email !== answer.email) forgetSearchesAndCities()
  forgetPushOn()
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
