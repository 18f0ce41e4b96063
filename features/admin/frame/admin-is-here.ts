import { isAdmin } from '#domain/vocabulary/roles.ts'
import { session } from '#platform/web/session.ts'

/** Whether the admin's calls would be answered; the server decides with each call. */
export function adminIsHere(): boolean {
  const { id } = session()
  return id !== null && isAdmin({ id })
}
