/** Adds `name` to the address. The page shows this name until it has loaded the stored one. */
const named = (path: string, name: string) => `${path}?${new URLSearchParams({ name })}`

export const adminRestaurantPath = (id: number, name: string) =>
  named(`/restaurentDetail/${id}`, name)
export const adminItemPath = (id: number, name: string) => named(`/itemDetails/${id}`, name)
export const adminCityPath = (city: string) =>
  city ? `/restaurent?${new URLSearchParams({ city })}` : '/restaurent'
export const adminMemberPath = ({ id }: { id: number }) => `/admin/members/${id}`
/** The address of the page on which an admin merges this dish or restaurant with another one. */
export const mergePath = (kind: 'item' | 'restaurant', goes: number, stays?: number) =>
  `/admin/merge?kind=${kind}&goes=${goes}${stays ? `&stays=${stays}` : ''}`

/** Returns the admin's page about the subject of an audit row, such as 'item 5', or null if there is none. */
export function auditSubjectPath(subject: string): string | null {
  const [, kind, number] = /^(\w+) ([1-9]\d{0,9})$/.exec(subject) ?? []
  const id = Number(number)
  if (kind === 'item') return adminItemPath(id, '')
  if (kind === 'restaurant') return adminRestaurantPath(id, '')
  if (kind === 'member' || kind === 'user') return adminMemberPath({ id })
  return kind === 'contest' ? `/admin/contests/${id}` : null
}

/** The admin pages that the navigation lists, by group in their order. */
export const adminPages: Record<string, Record<string, string>> = {
  People: {
    '/admin/members': 'Members',
    '/newMembers': 'New members',
    '/shareholders': 'Shareholders',
    '/findemails': 'Find e-mails',
  },
  Favorites: {
    '/recentYollos': 'Recent yolos',
    '/markedItemExpired': 'Expired items',
  },
  Restaurants: {
    '/restaurent': 'By city',
    '/markedClosedRestaurant': 'Closed restaurants',
    '/admin/corrections': 'Corrections',
  },
  Desk: {
    '/admin/queue': 'Queue',
    '/admin/merge': 'Merge',
    '/admin/contests': 'Contests',
    '/admin/audit': 'Audit',
  },
}
