import { cacheName, cityCachesOf, type CacheKind, keptPathsIn } from './kept-caches.ts'
import { keptListFor, keptListsOf } from './kept-lists.ts'
import { visitKindOfPage } from './kept-requests.ts'
import { sessionKeeper } from './keeper.ts'

const kinds: CacheKind[] = ['lists', 'looked at', 'visits']

/**
 * Returns a function that tells whether a list, dish or restaurant, given by its path and query, can be shown without a
 * network: it is on this device, or the service worker leads from it to another list than the shown one. Of other pages
 * it isn't known, so the function returns true.
 */
export async function loadKeptPages(): Promise<(path: string) => boolean> {
  const keeper = sessionKeeper()
  const cities = keeper ? await cityCachesOf(keeper) : []
  const own = keeper ? kinds.map((kind) => cacheName(keeper, kind)) : []
  const names = [...own, ...cities.map(({ name }) => name)]
  const pages = new Set((await Promise.all(names.map(keptPathsIn))).flat())
  const lists = keeper ? await keptListsOf(keeper) : []
  return (path) => {
    const url = new URL(path, location.origin)
    const kind = visitKindOfPage(url.pathname)
    if (pages.has(path) || kind === 'own' || kind === null) return true
    // Only what is chosen on it is asked of the server.
    if (path === '/categories') return true
    const list = keptListFor(lists, url)
    return list !== null && list !== location.pathname + location.search
  }
}
