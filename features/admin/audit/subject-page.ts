import { memberPage } from '../links/member.ts'
import { itemPage, restaurantPage } from '../links/listed.ts'

/** Returns the admin's page about the subject of an audit row, or null if there is none. */
export function subjectPage(subject: string): string | null {
  const [, kind, number] = /^(\w+) ([1-9]\d{0,9})$/.exec(subject) ?? []
  const id = Number(number)
  if (kind === 'item') return itemPage(id, '')
  if (kind === 'restaurant') return restaurantPage(id, '')
  if (kind === 'member' || kind === 'user') return memberPage({ id })
  if (kind === 'contest') return `/admin/contests/${id}`
  return null
}
