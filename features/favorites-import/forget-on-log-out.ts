import { onSessionChange, session } from '#platform/web/session/session.ts'

/** Name of the IndexedDB database that stores a member's imported places until they forget the places or log out. */
export const databaseName = 'favorites-import'

const forget = () => {
  if (!session().isLogged) indexedDB?.deleteDatabase(databaseName)
}

/**
 * Deletes a member's imported places from this device once nobody is logged in: now, or at a later log-out on any page.
 */
export function forgetOnLogOut(): void {
  forget()
  onSessionChange(forget)
}
