// The part of the service worker that shows pushes. It is imported by features/offline/service-worker.ts.

type PushMessage = { title: string; body: string; url: string; tag: string }
type PushEvent = Event & {
  data: { json(): unknown } | null
  waitUntil(work: Promise<unknown>): void
}
type ClickEvent = Event & { notification: Notification; waitUntil(work: Promise<unknown>): void }
type OpenPage = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }
type Scope = {
  registration: ServiceWorkerRegistration
  location: Location
  clients: {
    matchAll(options: { type: 'window' }): Promise<OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}
const worker = self as unknown as Scope

worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = (event.data?.json() ?? {
    title: 'Yolo',
    body: 'There is news for you.',
    url: '/notify',
    tag: 'news',
  }) as PushMessage
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag,
      data: { url },
      icon: '/icon-192.png',
    }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as { url: string }
  event.waitUntil(open(new URL(url, worker.location.origin).href))
})

/** Brings a tab of the site to the front and opens the page in it, or opens a new tab. */
async function open(url: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (!page) return void (await worker.clients.openWindow(url))
  // A browser may refuse the focus; the page opens all the same.
  await page.focus().catch(() => undefined)
  await page.navigate(url)
}
