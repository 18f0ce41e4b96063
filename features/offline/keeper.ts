import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { actingUser, session } from '#platform/web/session.ts'
import type { Keeper } from './kept-caches.ts'

/** Returns for whom this browser keeps pages. For nobody while an admin is logged in or acts as somebody. */
export function sessionKeeper(): Keeper | null {
  const { id, isLogged } = session()
  if (!isLogged || id === null) return 'visitor'
  return actingUser() || privilegedUserIds.includes(id) ? null : `member ${id}`
}
