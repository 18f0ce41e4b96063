/** Whose pages a cache holds. One viewer's caches are never read for another. */
export type Keeper = 'visitor' | `member ${number}`

/**
 * The kinds of caches. Each has its own limit (`maxCacheEntries`), beyond which its least recently used entries are
 * deleted. Cities that someone asked to keep are in caches of their own, which have no limit.
 */
export type CacheKind =
  | 'lists'
  | 'list calls'
  | 'looked at'
  | 'looked at calls'
  | 'own'
  | 'pictures'
  | 'map'
  | 'visits'

/**
 * Maximum number of entries of each kind. `lists` counts only pages. The calls and pictures that a page needs count as
 * entries of other kinds.
 */
export const maxCacheEntries: Record<CacheKind, number> = {
  lists: 20,
  'list calls': 160,
  'looked at': 60,
  'looked at calls': 240,
  own: 60,
  pictures: 500,
  map: 400,
  visits: 80,
}

const prefix = 'yolo: '
const cityMark = ': city '

export const cacheName = (keeper: Keeper, kind: CacheKind) => `${prefix}${keeper}: ${kind}`
export const cityCacheName = (keeper: Keeper, slug: string) =>
  `${prefix}${keeper}${cityMark}${slug}`

/** The cache in which the worker notes for whom it keeps pages. It contains no pages. */
export const keeperCacheName = `${prefix}keeper`

export const isKeptCache = (name: string) => name.startsWith(prefix) && name !== keeperCacheName
export const isCacheOfKeeper = (keeper: Keeper | null, name: string) =>
  keeper !== null && name.startsWith(`${prefix}${keeper}: `)

/** Returns the caches of the cities that this viewer keeps, each with its city's slug. */
export async function cityCachesOf(keeper: Keeper): Promise<{ name: string; slug: string }[]> {
  const start = cityCacheName(keeper, '')
  return (await caches.keys())
    .filter((name) => name.startsWith(start))
    .map((name) => ({ name, slug: name.slice(start.length) }))
}

/** Returns the paths, with their query, of a cache's entries. */
export async function keptPathsIn(name: string): Promise<string[]> {
  if (!(await caches.has(name))) return []
  const requests = await (await caches.open(name)).keys()
  return requests.map(({ url }) => url.slice(location.origin.length))
}

export type VisitKind = 'list' | 'place' | 'own'

/** A page that was looked at. It is stored in the cache of visits, under the page's address. */
export type Visit = { path: string; title: string; kind: VisitKind; at: string }

/** Returns the pages that this viewer looked at, the latest first. Entries that can't be read are left out. */
export async function visitsOf(keeper: Keeper): Promise<Visit[]> {
  const name = cacheName(keeper, 'visits')
  if (!(await caches.has(name))) return []
  const cache = await caches.open(name)
  const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  const visits = await Promise.all(
    answers.map((answer) => answer?.json().catch(() => null) as Promise<Visit | null>),
  )
  return visits
    .filter((visit) => typeof visit?.path === 'string')
    .map((visit) => visit!)
    .sort((a, b) => b.at.localeCompare(a.at))
}
