import { hasSessionEnded, onSessionChange, session } from '#platform/web/session/session.ts'

/** Name of the IndexedDB database that stores a member's imported places until they forget the places or log out. */
export const databaseName = 'favorites-import'

const forget = () => {
  if (!session().isLogged && !hasSessionEnded()) indexedDB?.deleteDatabase(databaseName)
}

/**
 * Deletes imported places from this device once somebody has logged out: now, or later on any page. If a session ended
 * by itself, they wait for their member, as what waits to be sent does.
 */
export function forgetOnLogOut(): void {
  forget()
  onSessionChange(forget)
}
