import { onSessionChange, session } from '#platform/web/session.ts'

/** The database on this device with the places that a member brought along, until they have saved or left them. */
export const databaseName = 'favorites-import'

const forget = () => {
  if (!session().isLogged) indexedDB?.deleteDatabase(databaseName)
}

/** Forgets what a member brought along as soon as nobody is logged in any more, on whatever page that happens. */
export function forgetOnLogOut(): void {
  forget()
  onSessionChange(forget)
}
