import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst, type Strategy } from 'workbox-strategies'
import {
  cacheName,
  cityCachesOf,
  maxCacheEntries,
  type Keeper,
  type CacheKind,
} from './kept-caches.ts'
import { isResponseIntact, withServerTime } from './stored-answer.ts'
import { currentKeeper, deleteCache } from './worker-keeper.ts'

/** Seconds to wait for the network if there is an answer on the device. If there is none, the wait may be longer. */
const networkTimeoutSeconds = 3

const made = new Map<string, Strategy>()

/**
 * Returns the strategy by which requests of this kind are answered and kept, for this viewer or, if `keeper` is null,
 * for everyone.
 */
export function strategyFor(keeper: Keeper, kind: CacheKind): Strategy
export function strategyFor(keeper: null, kind: 'other files'): Strategy
export function strategyFor(keeper: Keeper | null, kind: CacheKind | 'other files'): Strategy {
  const name = keeper && kind !== 'other files' ? cacheName(keeper, kind) : 'files on demand'
  const known = made.get(name)
  if (known) return known
  const options = {
    cacheName: name,
    plugins: [
      // Keeps one answer per viewer and address, whatever the headers of the request.
      byAddress,
      notFromBrowserCache,
      onlyWhole(keeper),
      fromDevice(keeper),
      ...(keeper && kind === 'pictures' ? [anyWidth(keeper)] : []),
      new ExpirationPlugin({
        maxEntries: kind === 'other files' ? 100 : maxCacheEntries[kind],
      }),
      ...(keeper ? [onlyWhile(keeper)] : []),
    ],
  }
  const strategy =
    kind === 'other files' || kind === 'pictures'
      ? new CacheFirst(options)
      : new NetworkFirst({ ...options, networkTimeoutSeconds })
  made.set(name, strategy)
  return strategy
}

const byAddress: WorkboxPlugin = {
  cacheKeyWillBeUsed: ({ request }) => Promise.resolve(request.url),
}

/**
 * On Back, the browser asks for a page with `force-cache`, and answers itself even without a network. That page would be
 * taken for the server's, without its age, so the server is asked where there is none, and the page comes from this
 * device. With a network that would only make Back wait.
 */
const notFromBrowserCache: WorkboxPlugin = {
  requestWillFetch: ({ request }) =>
    Promise.resolve(
      request.cache === 'force-cache' && !navigator.onLine
        ? new Request(request, { cache: 'no-cache' })
        : request,
    ),
}

/** Keeps an answer only if it is intact, and only if the viewer is still the same when it arrives. */
const onlyWhole = (keeper: Keeper | null): WorkboxPlugin => ({
  async cacheWillUpdate({ response }) {
    const isTheirs = keeper === null || (await currentKeeper()) === keeper
    const isKept = isTheirs && response.status === 200 && response.type === 'basic'
    return isKept && (await isResponseIntact(response)) ? response : null
  },
})

/** Deletes a cache that was created again by an answer that arrived while its viewer was logging out. */
const onlyWhile = (keeper: Keeper): WorkboxPlugin => ({
  async cacheDidUpdate({ cacheName: name }) {
    if ((await currentKeeper()) !== keeper) await deleteCache(name)
  },
})

/**
 * Looks for the response in the strategy's own cache and then in the caches of the cities kept offline, and adds the
 * time at which the server sent it. An entry that can't be read is deleted, so that it is fetched again.
 */
const fromDevice = (keeper: Keeper | null): WorkboxPlugin => ({
  async cachedResponseWillBeUsed({ request, cacheName: own }) {
    const cities = keeper ? await cityCachesOf(keeper) : []
    for (const name of [own, ...cities.map((city) => city.name)]) {
      const found = await caches.match(request, { cacheName: name, ignoreVary: true })
      if (!found) continue
      if (await isResponseIntact(found)) return withServerTime(found)
      await (await caches.open(name)).delete(request, { ignoreVary: true })
    }
    return null
  },
})

const photo = /^(\/api\/yolo-image\/[0-9a-f]{32})(?:-\d+)?\.\w+$/

/** Answers with a kept photo of another size if the requested size can be neither fetched nor found. */
const anyWidth = (keeper: Keeper): WorkboxPlugin => ({
  async handlerDidError({ request }) {
    const [, start] = photo.exec(new URL(request.url).pathname) ?? []
    if (!start) return undefined
    const cities = await cityCachesOf(keeper)
    for (const name of [cacheName(keeper, 'pictures'), ...cities.map((city) => city.name)])
      for (const width of [640, 320, 1280]) {
        const found = await caches.match(`${start}-${width}.webp`, { cacheName: name })
        if (found) return found
      }
    return undefined
  },
})
