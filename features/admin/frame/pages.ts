type AdminPage = { to: string; label: string; about: string }
type AdminGroup = { name: string; pages: readonly AdminPage[] }

/** The admin pages that the navigation and the page /admin list, in their order. */
export const adminPageGroups: readonly AdminGroup[] = [
  {
    name: 'People',
    pages: [
      {
        to: '/admin/members',
        label: 'Members',
        about: 'Find a member by name, address or id, and read their whole story.',
      },
      { to: '/newMembers', label: 'New members', about: 'Who joined from one day to another.' },
      {
        to: '/shareholders',
        label: 'Shareholders',
        about: 'Who saved, shared and brought others, and how often.',
      },
      {
        to: '/findemails',
        label: 'Find e-mails',
        about: 'Addresses round a city, of those who agreed to mails about their area.',
      },
    ],
  },
  {
    name: 'Favorites',
    pages: [
      {
        to: '/recentYollos',
        label: 'Recent yolos',
        about: 'What was saved from one day to another.',
      },
      {
        to: '/markedItemExpired',
        label: 'Expired items',
        about: 'Dishes that members report as no longer on the menu.',
      },
    ],
  },
  {
    name: 'Restaurants',
    pages: [
      {
        to: '/restaurent',
        label: 'By city',
        about: 'A city’s restaurants, their items and yolos.',
      },
      {
        to: '/markedClosedRestaurant',
        label: 'Closed restaurants',
        about: 'Restaurants that members report as closed.',
      },
      {
        to: '/admin/corrections',
        label: 'Corrections',
        about: 'What members say a restaurant’s facts should be: take it over or decline it.',
      },
    ],
  },
  {
    name: 'Desk',
    pages: [
      {
        to: '/admin/queue',
        label: 'Queue',
        about: 'What members report or answer, decided one by one or many at once.',
      },
      {
        to: '/admin/merge',
        label: 'Merge',
        about: 'Make two restaurants or two dishes one, and undo it.',
      },
      {
        to: '/admin/contests',
        label: 'Contests',
        about: 'Make, close and draw them; who won and whether they answered.',
      },
      {
        to: '/admin/audit',
        label: 'Audit',
        about: 'Who did what by right of their role, before and after.',
      },
    ],
  },
]
