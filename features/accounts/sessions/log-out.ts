import { chosenCity } from '#features/places/chosen.ts'
import { clearDevice } from '#platform/web/storage/device-database.ts'
import { lastSearches } from '#platform/web/storage/last-searches.ts'
import { endSession, isActing, session } from '#platform/web/session/session.ts'
import { api } from '#platform/web/api/api.ts'
import { unsubscribeBrowser } from '#platform/web/session/unsubscribe-browser.ts'

/** Removes from this device what the next person there must not find. */
export function forgetSearchesAndCities(): void {
  lastSearches.remove()
  chosenCity.remove()
}

/**
 * Ends the current session on the server, and what the next person at this device must not find. The session on the
 * device is still to be ended or replaced.
 */
export async function leaveSession(): Promise<void> {
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
