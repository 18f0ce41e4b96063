import type { Route } from '#platform/contract/wire.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import type { CacheKind, VisitKind } from './kept-caches.ts'

/**
 * The calls whose answers are kept. Only this list decides that: it overrides the header `no-store`, which the server
 * sends with every answer. It must contain no call of admins, no export, and no photo that hasn't been cropped yet.
 */
const keptCalls: Partial<Record<CacheKind, Extract<Route, `GET ${string}`>[]>> = {
  'list calls': [
    'GET /yolos',
    'GET /cities/:slug',
    'GET /places/nearest-city',
    'GET /listings/likely',
    'GET /marks',
    'GET /tags',
  ],
  'looked at calls': [
    'GET /items/:id',
    'GET /items/:id/yolos',
    'GET /items/similar',
    'GET /restaurants/:id',
  ],
  own: ['GET /my-page', 'GET /takedowns', 'GET /contests/mine', 'GET /upvotedItems', 'GET /feed'],
  pictures: ['GET /yolo-image/:name', 'GET /avatars/:userId'],
  map: ['GET /map/basemap', 'GET /map/restaurants', 'GET /map/drawn/:z/:x/:y', 'GET /map/static'],
}

/**
 * Matches a call's address. The parameter `:id` matches only digits; any other parameter matches everything except a
 * slash.
 */
const patternOf = (route: string) =>
  new RegExp(
    `^/api${route.slice('GET '.length).replace(/:id\b/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`,
  )

const patterns = Object.entries(keptCalls).map(
  ([kind, routes]) => [kind as CacheKind, routes.map(patternOf)] as const,
)

/** Returns what kind of call this is, or null if its answer isn't kept. */
export const cacheKindOfCall = (pathname: string): CacheKind | null =>
  patterns.find(([, list]) => list.some((pattern) => pattern.test(pathname)))?.[0] ?? null

const slugs = new Set<string>(['categories', ...categories.map(({ slug }) => slug)])

/** Returns what kind of page this is, or null if it isn't kept. */
export function visitKindOfPage(pathname: string): VisitKind | null {
  const [, first = '', second, third] = pathname.split('/')
  if (third !== undefined) return null
  if (slugs.has(first)) return 'list'
  if (/^\/(?:dish|restaurant)\/\d+$/.test(pathname)) return 'place'
  return pathname === '/my-page' && second === undefined ? 'own' : null
}

/** The kind of cache that pages of each kind are kept in. */
export const cacheKindByVisitKind = {
  list: 'lists',
  place: 'looked at',
  own: 'own',
} satisfies Record<VisitKind, CacheKind>

/** Pages that the browser can render without any data that was kept before. */
export const clientRenderedPaths = new Set(['/home', '/eat', '/drinks', '/add-yolo', '/logout'])
