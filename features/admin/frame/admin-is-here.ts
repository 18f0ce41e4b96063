import { isAdmin } from '#domain/vocabulary/roles.ts'
import { session } from '#platform/web/session/session.ts'

/** Whether the viewer is an admin, as far as the browser knows. The server checks every call by itself. */
export function isViewerAdmin(): boolean {
  const { id } = session()
  return id !== null && isAdmin({ id })
}
