import { calls } from '../../app/contract.ts'
import type { AccessOf } from '../../platform/contract/call.ts'
import type { Route, CallsByRoute } from '../../platform/contract/wire.ts'
import { storyListNames } from '../../features/members/admin/parts.ts'
import { screensOf } from '../../e2e/looks/screens.ts'
import { densest } from '../centres.ts'
import type { Known } from './known.ts'

/** All GET calls that only admins may make. */
type AdminRoute = {
  [R in Route]: R extends `GET ${string}`
    ? AccessOf<CallsByRoute[R]> extends 'admin' | 'admin-514'
      ? R
      : never
    : never
}[Route]

/**
 * Inputs of each call as the screens send them, or the reason why the call is left out. A new call doesn't compile
 * without an entry.
 */
const samples: Record<AdminRoute, ((known: Known) => object[]) | string> = {
  'GET /shares': ({ member }) => [{}, { cursor: member }],
  'GET /admin/shareholders': () => [{}, { q: 'crowd' }, { sort: 'yoloCount', order: 'desc' }],
  'GET /user/count': ({ today, lastYear }) => [
    {},
    { from: lastYear, to: today },
    { from: lastYear, to: today, q: 'crowd', pageSize: 100 },
  ],
  'GET /recentYolos': ({ today, lastYear, yoloCursor }) => [
    {},
    { from: lastYear, to: today },
    { from: lastYear, to: today, cursor: yoloCursor },
    { from: lastYear, to: today, q: 'soup', sort: 'itemName', pageSize: 100 },
  ],
  'GET /users-nearby': () => [densest],
  'GET /restaurantsByCity': ({ city, restaurant }) => [
    { city },
    { city: city.split(',')[0] },
    { city, cursor: restaurant },
  ],
  'GET /itemsWithYolos': ({ restaurant }) => [{ restaurantId: restaurant }],
  'GET /getItemInfo': ({ dish }) => [{ itemId: dish }],
  'GET /markedExpiredItem': () => [{}],
  'GET /markedClosedRestaurant': () => [{}],
  'GET /admin/expired-items': () => [{}, { sort: 'name' }],
  'GET /admin/closed-restaurants': () => [{}, { sort: 'name' }],
  'GET /admin/corrections': 'corrections, which the data has none of',
  'GET /abuse-reports': () => [{}, { state: 'down' }, { state: 'answered' }],
  'GET /abuse-reports/photo': 'a file, not rows',
  'GET /abuse-reports/avatar': 'a file, not rows',
  'GET /contests/:id/export': ({ contests }) => contests.map((id) => ({ id })),
  'GET /admin/contests': () => [{}],
  'GET /admin/suspects/:id': 'a cluster of accounts, which the data has none of',
  'GET /admin/contests/:id': ({ contests }) => contests.map((id) => ({ id })),
  'GET /admin/place-provider': 'one row at most',
  'GET /admin/queue': () => [{}, { kind: 'expired' }, { state: 'decided' }],
  'GET /admin/overview': ({ today, lastYear }) => [
    {},
    { from: monthBefore(today), to: today },
    { from: lastYear, to: today },
    { from: tenYearsBefore(today), to: today },
  ],
  'GET /admin/members': () => [
    {},
    { q: 'a' },
    { q: 'example' },
    { q: 'crowd' },
    { sort: 'userName' },
  ],
  'GET /admin/members/:id': ({ member }) => [{ id: member }],
  'GET /admin/members/:id/:part': ({ member }) =>
    storyListNames.map((part) => ({ id: member, part })),
  'GET /admin/audit': ({ today, lastYear }) => [
    {},
    { from: lastYear, to: today },
    { action: 'item' },
    { actor: 514 },
  ],
  'GET /admin/merge/restaurants': () => [{ q: 'restaurant' }],
  'GET /admin/merge/twins': ({ restaurant }) => [{ restaurantId: restaurant }],
  'GET /admin/merge/comparison': ({ restaurant }) => [
    { kind: 'restaurant', from: restaurant, into: restaurant + 1 },
  ],
  'GET /admin/merges': () => [{}],
}

/** Calls that have a reason instead of inputs. */
export const leftOut = Object.entries(samples).flatMap(([route, asked]) =>
  typeof asked === 'string' ? [route] : [],
)

const daysBefore = (count: number) => (day: string) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
const monthBefore = daysBefore(30)
// The longest period that the call allows, in days.
const tenYearsBefore = daysBefore(3_659)

/** Routes of the contract's GET calls for admins, as strings at run time. */
export const adminRoutes = calls
  .filter(({ route, access }) => route.startsWith('GET ') && /^admin(?:-514)?$/.test(access))
  .map(({ route }) => route)

export function callPaths(known: Known): string[] {
  return adminRoutes.flatMap((route) => {
    const sample = samples[route as AdminRoute]
    if (!sample) throw new Error(`bench/admin/samples.ts has no sample of ${route}.`)
    return typeof sample === 'string'
      ? []
      : sample(known).map((input) => pathOf(route, { ...input }))
  })
}

function pathOf(route: string, input: Record<string, unknown>) {
  const path = route.slice('GET '.length).replace(/:(\w+)/g, (_, key: string) => {
    const value = String(input[key])
    delete input[key]
    return value
  })
  const query = new URLSearchParams(input as Record<string, string>)
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Returns the paths of the admin area's screens, from the journeys' list of screens. */
export const pagePaths = ({ restaurant, dish, member }: Known): string[] => [
  ...new Set(
    screensOf({ restaurant, dish, member })
      .filter(({ as, path }) => as === 'admin' || path.startsWith('/admin'))
      .map(({ path }) => path),
  ),
]
