import { chosenCity } from '#features/places/chosen.ts'
import { api } from '#platform/web/api/api.ts'
import { forgetPushOn, unsubscribeBrowser } from '#platform/web/push.ts'
import {
  endSession,
  hasSessionEnded,
  isActing,
  lastLoginMethod,
  session,
  startSession,
  type SessionResponse,
} from '#platform/web/session/session.ts'
import { clearDevice } from '#platform/web/storage/device-database.ts'
import { lastSearches } from '#platform/web/storage/last-searches.ts'

/** Removes from this device what the next person there must not find. */
function forgetSearchesAndCities(): void {
  lastSearches.remove()
  chosenCity.remove()
}

/** Ends the session on the server, and what the next person at this device must not find. */
async function leaveSession(): Promise<void> {
  // An admin who acts as another user stays logged in.
  if (!isActing()) {
    // Not awaited, because a browser may ask its push service.
    void unsubscribeBrowser().catch(() => undefined)
    forgetSearchesAndCities()
  }
  await Promise.all([api('POST /logout', {}).catch(() => undefined), clearDevice()])
}

/** Logs out the member who is logged in, if any: on this device at once, so that it works without a connection. */
export async function logOut(): Promise<void> {
  if (!session().isLogged) return
  const left = leaveSession()
  endSession()
  await left
}

type Method = 'simpleLogin' | 'appleLogin'

/** Begins a session on this device. Another member's, which it replaces, is ended. */
export function beginSession(answer: SessionResponse, by: Method = 'simpleLogin'): void {
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
