import { adminMemberPath } from '../links/member.ts'
import { adminItemPath, adminRestaurantPath } from '../links/listed.ts'

/** Returns the admin's page about the subject of an audit row, or null if there is none. */
export function auditSubjectPath(subject: string): string | null {
  const [, kind, number] = /^(\w+) ([1-9]\d{0,9})$/.exec(subject) ?? []
  const id = Number(number)
  if (kind === 'item') return adminItemPath(id, '')
  if (kind === 'restaurant') return adminRestaurantPath(id, '')
  if (kind === 'member' || kind === 'user') return adminMemberPath({ id })
  if (kind === 'contest') return `/admin/contests/${id}`
  return null
}
