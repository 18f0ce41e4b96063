import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { actingUser, session } from '#platform/web/session/session.ts'
import type { Keeper } from './kept-caches.ts'

/**
 * Returns for whom this browser keeps pages. Returns null, which means for nobody, if user 20 or an admin is logged in
 * or if an admin acts as another user.
 */
export function sessionKeeper(): Keeper | null {
  const { id, isLogged } = session()
  if (!isLogged || id === null) return 'visitor'
  return actingUser() || privilegedUserIds.includes(id) ? null : `member ${id}`
}
