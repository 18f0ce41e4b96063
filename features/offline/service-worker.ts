import { clientsClaim, registerQuotaErrorCallback } from 'workbox-core'
import { getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { files, revision } from 'virtual:shell-files'
import { shellAttribute } from '#platform/web/page-age.ts'
import { dropEarlierFiles, earlierFile, keepEarlierFiles } from './earlier-files.ts'
import type { StorageFullMessage } from './full-device.ts'
import { cacheName, type CacheKind } from './kept-caches.ts'
import { keptListFor, keptListsOf } from './kept-lists.ts'
import {
  cacheKindByVisitKind,
  clientRenderedPaths,
  cacheKindOfCall,
  visitKindOfPage,
} from './kept-requests.ts'
import { withAttribute } from './stored-answer.ts'
import {
  currentKeeper,
  deleteCache,
  keeperOfCall,
  setKeeper,
  type KeeperMessage,
} from './worker-keeper.ts'
import { strategyFor } from './worker-strategies.ts'
import '#features/notifications/push/worker.ts'
import '#features/yolos/wizard/share-target/share-target.worker.ts'

// The build makes dist/client/service-worker.js from this file. Handlers for other subjects, such as push messages, are
// modules of their own, which are imported here and add their listeners themselves.

const worker = self as unknown as WorkerScope

// `skipWaiting` is never called, so that a new version waits until all pages of the old one are closed. The first
// version has nothing to wait for and takes control of the open page at once.
clientsClaim()
// Addresses below /api are left out: if a browser opens one as a page, it is a file or a log-in at another site.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  async ({ request, url, event }) => {
    const keeper = await currentKeeper()
    const kind = visitKindOfPage(url.pathname)
    try {
      if (!keeper || !kind) return await fetch(request)
      return await strategyFor(keeper, cacheKindByVisitKind[kind]).handle({ request, event })
    } catch {
      return withoutPage(url)
    }
  },
)

precacheAndRoute([...files.map((url) => ({ url, revision: null })), { url: '/offline', revision }])

worker.addEventListener('install', (event) => {
  if (worker.registration.active) event.waitUntil(keepEarlierFiles(revision))
})
// This isn't waited for, so that the new version's first page doesn't wait for it either.
worker.addEventListener('activate', () => void dropEarlierFiles())

// Keeps built files that the shell leaves out, such as the scripts of the map, once they have been used. They are the
// same for every viewer. Files of earlier versions are those that kept pages name.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request, event }) =>
    (await earlierFile(request)) ?? strategyFor(null, 'other files').handle({ request, event }),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && cacheKindOfCall(url.pathname) !== null,
  async ({ request, url, event }) => {
    const kind = cacheKindOfCall(url.pathname)!
    // An <img> sends no token that could be compared with the session's. Its answer can be kept nevertheless, because
    // pictures and maps are the same for everyone who may see them.
    const keeper = await (request.destination === 'image' ? currentKeeper() : keeperOfCall(request))
    return keeper ? strategyFor(keeper, kind).handle({ request, event }) : fetch(request)
  },
)

/**
 * Returns the answer for a page that could neither be fetched nor found on this device. It is the app shell if the
 * browser can render the page itself, from kept calls or without any, otherwise a redirect to a kept list of the same
 * category or to '/offline', which lists what is on this device. If the shell isn't on this device, it is a network
 * error.
 */
async function withoutPage(url: URL): Promise<Response> {
  const { pathname, search } = url
  // The key identifies a single answer, so the headers of the request that it was stored with don't matter.
  const key = getCacheKeyForURL('/offline')
  const shell = key && (await caches.match(key, { ignoreVary: true }))
  if (!shell) return Response.error()
  if (pathname === '/offline') return shell
  const isKept = clientRenderedPaths.has(pathname) || (await wasVisited(pathname + search))
  if (isKept) return withAttribute(shell, shellAttribute, '')
  const keeper = await currentKeeper()
  const list = keeper && keptListFor(await keptListsOf(keeper, pathname), url)
  if (list) return Response.redirect(worker.location.origin + list)
  const to = new URLSearchParams({ to: pathname + search })
  return Response.redirect(`${worker.location.origin}/offline?${to}`)
}

async function wasVisited(path: string): Promise<boolean> {
  const keeper = await currentKeeper()
  if (!keeper) return false
  return (await caches.match(path, { cacheName: cacheName(keeper, 'visits') })) !== undefined
}

// Each time the storage is full, the cache of the first of these kinds that the viewer has is deleted. Kept cities are
// never deleted for this, because someone asked for them.
const givenUp: CacheKind[] = [
  'map',
  'pictures',
  'looked at calls',
  'looked at',
  'list calls',
  'lists',
]

// The last message about full storage. It is sent again to the next page that starts, because a page that was still
// loading couldn't receive it.
let full: StorageFullMessage | null = null

registerQuotaErrorCallback(async () => {
  const keeper = await currentKeeper()
  const names = await caches.keys()
  const kind = keeper && givenUp.find((one) => names.includes(cacheName(keeper, one)))
  if (kind) await deleteCache(cacheName(keeper, kind))
  const message: StorageFullMessage = {
    type: 'full',
    dropped: [...(full?.dropped ?? []), ...(kind ? [kind] : [])],
  }
  full = message
  for (const client of await worker.clients.matchAll()) tell(client, message)
  await dropEarlierFiles()
})

const tell = (client: WorkerClient | null, message: StorageFullMessage) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's client takes no target origin
  client?.postMessage(message)

type Message = KeeperMessage | { type: 'opened'; path: string }

worker.addEventListener('message', (event) => {
  const message = event.data as Message | null
  if (message?.type === 'keeper') {
    event.waitUntil(setKeeper(message))
    if (full) tell(event.source, full)
    full = null
  }
  if (message?.type === 'opened') event.waitUntil(keepFirst(message.path, event))
})

/** Keeps the page that was opened before this worker was installed. */
async function keepFirst(path: string, event: ExtendableEvent): Promise<void> {
  const keeper = await currentKeeper()
  const kind = visitKindOfPage(new URL(path, worker.location.origin).pathname)
  if (!keeper || !kind) return
  const request = new Request(path, { headers: { accept: 'text/html' } })
  await strategyFor(keeper, cacheKindByVisitKind[kind])
    .handle({ request, event })
    .catch(() => undefined)
}
