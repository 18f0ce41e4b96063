import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { files, revision } from 'virtual:shell-files'
import '#features/notifications/push/worker.ts'

// The build makes dist/client/service-worker.js from this file. `skipWaiting` is never called, so that a new version
// waits until all pages of the old one are closed.
clientsClaim()
precacheAndRoute([...files.map((url) => ({ url, revision: null })), { url: '/offline', revision }])

const mayStore = ({ status, headers }: Response) =>
  status === 200 && !headers.get('cache-control')?.includes('no-store')

const caching = (cacheName: string, maxEntries: number) => ({
  cacheName,
  plugins: [
    {
      cacheWillUpdate: ({ response }: { response: Response }) =>
        Promise.resolve(mayStore(response) ? response : null),
    },
    new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true }),
  ],
})

// The server renders every page as a visitor sees it, so a stored page contains nothing of a member.
const pages = new NetworkFirst({ ...caching('pages', 50), networkTimeoutSeconds: 8 })

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  async ({ request, url, event }) => {
    const isStored = url.pathname !== '/offline' && !url.searchParams.has('token')
    try {
      return await (isStored ? pages.handle({ request, event }) : fetch(request))
    } catch {
      if (url.pathname === '/offline') return (await matchPrecache('/offline')) ?? Response.error()
      const to = new URLSearchParams({ to: url.pathname + url.search })
      return Response.redirect(`/offline?${to}`)
    }
  },
)

// Files whose names change with their content.
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin &&
    (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/api/yolo-image/')),
  new CacheFirst(caching('files', 200)),
)
