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

type AdminGroup = { name: string; pages: readonly { to: string; label: string; about: string }[] }

/** The admin pages that the navigation and the page /admin list, in their order. */
export const adminPageGroups: readonly AdminGroup[] = [
  {
    name: 'People',
    pages: [
      { to: '/admin/members', label: 'Members', about: 'Find a member by name, address or id.' },
      { to: '/newMembers', label: 'New members', about: 'Who joined from one day to another.' },
      { to: '/shareholders', label: 'Shareholders', about: 'Who saved, shared and referred.' },
      {
        to: '/findemails',
        label: 'Find e-mails',
        about: 'Addresses around a city, of those who agreed to mails about their area.',
      },
    ],
  },
  {
    name: 'Favorites',
    pages: [
      { to: '/recentYollos', label: 'Recent yolos', about: 'What was saved in a range of days.' },
      {
        to: '/markedItemExpired',
        label: 'Expired items',
        about: 'Dishes reported as no longer on the menu.',
      },
    ],
  },
  {
    name: 'Restaurants',
    pages: [
      { to: '/restaurent', label: 'By city', about: 'A city’s restaurants, items and yolos.' },
      {
        to: '/markedClosedRestaurant',
        label: 'Closed restaurants',
        about: 'Restaurants reported as closed.',
      },
      {
        to: '/admin/corrections',
        label: 'Corrections',
        about: 'Facts of restaurants that members proposed: accept or decline them.',
      },
    ],
  },
  {
    name: 'Desk',
    pages: [
      { to: '/admin/queue', label: 'Queue', about: 'Reports of members that wait for a decision.' },
      { to: '/admin/merge', label: 'Merge', about: 'Make two restaurants or two dishes one.' },
      { to: '/admin/contests', label: 'Contests', about: 'Make, close and draw them.' },
      { to: '/admin/audit', label: 'Audit', about: 'Who changed what, before and after.' },
    ],
  },
]
