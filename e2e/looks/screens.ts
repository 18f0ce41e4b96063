import { categories } from '../../domain/vocabulary/categories.ts'

/** A screen with its address. Without `as` a visitor opens it, otherwise a logged-in member or admin 514. */
export type Screen = {
  name: string
  path: string
  as?: 'member' | 'admin'
  /** HTTP status that the screen returns on purpose, if it isn’t 200. */
  status?: number
  /** True if a request of the screen fails on purpose, because what it should show doesn’t exist. */
  gone?: boolean
}

export type Known = { restaurant: number; dish: number; member: number }

const near = 'latitude=44.98&longitude=-93.264'

/** Returns every screen that has an address, once. test/code/screens.test.ts compares them with app/routes.ts. */
export const screensOf = (known: Known): Screen[] => [
  ...visitorScreens(known),
  ...memberScreens.map((screen) => ({ ...screen, as: 'member' as const })),
  ...adminScreens(known).map((screen) => ({ ...screen, as: 'admin' as const })),
]

const visitorScreens = ({ restaurant, dish, member }: Known): Screen[] => [
  { name: 'home', path: '/home' },
  { name: 'eat', path: '/eat' },
  { name: 'drinks', path: '/drinks' },
  { name: 'categories', path: '/categories' },
  { name: 'categories-pizza', path: `/categories?category=pizza&${near}` },
  ...categories.map(({ slug }) => ({ name: slug, path: `/${slug}/minneapolis-mn-us` })),
  { name: 'burgers-anywhere', path: '/burgers' },
  { name: 'burgers-filtered', path: `/burgers?${near}&distanceMiles=5&tags=35,36` },
  { name: 'burgers-map', path: `/burgers?${near}&view=map` },
  { name: 'burgers-map-near', path: '/burgers/minneapolis-mn-us?distanceMiles=1&view=map' },
  { name: 'burgers-nowhere-near', path: '/burgers?latitude=70&longitude=-150&distanceMiles=1' },
  { name: 'restaurant', path: `/restaurant/${restaurant}` },
  { name: 'restaurant-gone', path: '/restaurant/2147483647', status: 404 },
  { name: 'dish', path: `/dish/${dish}` },
  { name: 'dish-gone', path: '/dish/2147483647', status: 404 },
  { name: 'search-restaurant', path: '/search-restaurant' },
  { name: 'search', path: '/search' },
  { name: 'search-found', path: '/search?q=burgr minneapolis' },
  { name: 'search-nothing', path: '/search?q=qqqqzz' },
  { name: 'user', path: `/user/${member}` },
  { name: 'user-gone', path: '/user/2147483647', status: 404 },
  { name: 'start', path: '/start' },
  { name: 'login', path: '/login' },
  { name: 'loginv2', path: '/loginv2' },
  { name: 'user-login', path: '/user-login' },
  { name: 'signup', path: '/signup' },
  { name: 'pretend-apple', path: '/pretend-apple?state=of-a-log-in' },
  { name: 'pretend-apple-unasked', path: '/pretend-apple' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=none', gone: true },
  { name: 'stop-weekly-mail', path: '/stop-weekly-mail?token=none' },
  { name: 'verification-success', path: '/verification-success' },
  { name: 'add-yolo', path: '/add-yolo' },
  { name: 'about', path: '/about' },
  { name: 'faq', path: '/faq' },
  { name: 'terms', path: '/terms' },
  { name: 'policy', path: '/policy' },
  { name: 'contests', path: '/contests' },
  { name: 'contest1', path: '/contest1' },
  { name: 'contest2', path: '/contest2' },
  { name: 'contest', path: '/contests/1' },
  { name: 'contest-gone', path: '/contests/2147483647', status: 404 },
  { name: 'conditions', path: '/contest_disclaimer_and_conditions' },
  { name: 'offline', path: '/offline' },
  { name: 'not-found', path: '/nothing/here', status: 404 },
  { name: 'admin-denied', path: '/admin' },
]

const memberScreens: Screen[] = [
  { name: 'home-member', path: '/home' },
  { name: 'add-yolo-member', path: '/add-yolo' },
  { name: 'my-page', path: '/my-page' },
  { name: 'settings', path: '/settings' },
  { name: 'change-identity', path: '/change-identity' },
  { name: 'account', path: '/account' },
  { name: 'notify', path: '/notify' },
  { name: 'notifications', path: '/notifications' },
]

const adminScreens = ({ restaurant, dish, member }: Known): Screen[] => [
  { name: 'admin-contests', path: '/admin/contests' },
  { name: 'admin-contest', path: '/admin/contests/1' },
  { name: 'admin', path: '/admin' },
  { name: 'admin-queue', path: '/admin/queue' },
  { name: 'admin-year', path: '/admin?from=2025-01-01&to=2025-12-31' },
  { name: 'admin-members', path: '/admin/members?q=a' },
  { name: 'admin-member', path: `/admin/members/${member}` },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'admin-merge', path: '/admin/merge' },
  { name: 'admin-merge-of', path: `/admin/merge?restaurant=${restaurant}` },
  {
    name: 'admin-merge-two',
    path: `/admin/merge?kind=restaurant&goes=${restaurant + 1}&stays=${restaurant}`,
  },
  { name: 'shareholders', path: '/shareholders' },
  { name: 'findemails', path: '/findemails' },
  { name: 'newMembers', path: '/newMembers' },
  { name: 'recentYollos', path: '/recentYollos' },
  { name: 'markedItemExpired', path: '/markedItemExpired' },
  { name: 'markedClosedRestaurant', path: '/markedClosedRestaurant' },
  { name: 'admin-corrections', path: '/admin/corrections' },
  { name: 'restaurent', path: '/restaurent?city=minneapolis' },
  { name: 'restaurentDetail', path: `/restaurentDetail/${restaurant}` },
  { name: 'itemDetails', path: `/itemDetails/${dish}` },
]

/** Returns the ids of a restaurant, a dish and a member of the demo that have something to show. */
export async function knownIn(origin: string): Promise<Known> {
  const answer = await fetch(`${origin}/api/yolos?category=3&${near}`)
  const { nearBy } = (await answer.json()) as {
    nearBy: { id: number; restaurantId: number; yolos: { userId: number }[] }[]
  }
  const best = nearBy[0]
  if (!best?.yolos[0]) throw new Error(`${origin} has no burgers to show.`)
  return { restaurant: best.restaurantId, dish: best.id, member: best.yolos[0].userId }
}
