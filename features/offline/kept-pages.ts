import { cacheName, cityCachesOf, type CacheKind } from './kept-caches.ts'
import { visitKindOfPage } from './kept-requests.ts'
import { sessionKeeper } from './keeper.ts'

const kinds: CacheKind[] = ['lists', 'looked at', 'visits']

/** Returns the addresses, with their query, of the lists, dishes and restaurants that this device can show. */
export async function keptPages(): Promise<ReadonlySet<string>> {
  const keeper = sessionKeeper()
  if (!keeper) return new Set()
  const cities = await cityCachesOf(keeper)
  const names = [...kinds.map((kind) => cacheName(keeper, kind)), ...cities.map(({ name }) => name)]
  const paths = names.map(async (name) => {
    if (!(await caches.has(name))) return []
    const requests = await (await caches.open(name)).keys()
    return requests.map(({ url }) => pathOf(new URL(url)))
  })
  return new Set((await Promise.all(paths)).flat())
}

const pathOf = ({ pathname, search }: URL) => pathname + search

/**
 * Returns whether a page can be shown only if exactly its address is kept: a dish, a restaurant, a city's list, or the
 * shown list with another query. For another list of a category the service worker finds one that is kept.
 */
export function needsOwnAddress(pathname: string): boolean {
  const kind = visitKindOfPage(pathname)
  if (kind === 'list') return pathname === location.pathname || pathname.split('/').length > 2
  return kind === 'place'
}
