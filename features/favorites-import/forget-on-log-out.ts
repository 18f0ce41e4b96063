import { onSessionChange, session } from '#platform/web/session.ts'

/** The IndexedDB database with the places that a member brought along, until they forget them or log out. */
export const databaseName = 'favorites-import'

const forget = () => {
  if (!session().isLogged) indexedDB?.deleteDatabase(databaseName)
}

/** Deletes the places that a member brought along as soon as nobody is logged in, on whatever page that happens. */
export function forgetOnLogOut(): void {
  forget()
  onSessionChange(forget)
}
