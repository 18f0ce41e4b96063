import { pageAge } from '#platform/web/page-age.ts'
import { cacheName, maxCacheEntries, type Visit, visitsOf } from './kept-caches.ts'
import { visitKindOfPage } from './kept-requests.ts'
import { sessionKeeper } from './keeper.ts'

/** Adds the shown page to the list of pages on this device, if the worker keeps pages of its kind. */
export async function recordVisit(): Promise<void> {
  const keeper = sessionKeeper()
  const kind = visitKindOfPage(location.pathname)
  if (!keeper || !kind) return
  const path = location.pathname + location.search
  const title = document.title.replace(/ · Yolo$/, '')
  const visit: Visit = { path, title, kind, at: pageAge.get() ?? new Date().toISOString() }
  const name = cacheName(keeper, 'visits')
  const cache = await caches.open(name)
  await cache.put(path, Response.json(visit))
  const known = await visitsOf(keeper)
  const ofKind = known.filter((one) => one.kind === kind)
  const most = kind === 'list' ? maxCacheEntries.lists : maxCacheEntries['looked at']
  for (const { path: old } of ofKind.slice(most)) await cache.delete(old)
  // If the viewer has logged out in the meantime, nothing of theirs may stay.
  if (sessionKeeper() !== keeper) await caches.delete(name)
}
