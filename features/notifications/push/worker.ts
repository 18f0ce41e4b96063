// The part of the service worker that shows pushes. It is imported by features/offline/service-worker.ts.

type PushMessage = { title: string; body: string; url: string; tag: string }

type PushEvent = Event & {
  data: { json(): unknown } | null
  waitUntil(work: Promise<unknown>): void
}
type ClickEvent = Event & { notification: Notification; waitUntil(work: Promise<unknown>): void }
type OpenPage = {
  url: string
  focused: boolean
  focus(): Promise<OpenPage>
  navigate(url: string): Promise<OpenPage | null>
}
type Scope = {
  registration: ServiceWorkerRegistration
  location: Location
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<OpenPage[]>
    openWindow(url: string): Promise<OpenPage | null>
  }
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}
const worker = self as unknown as Scope

worker.addEventListener('push', (event) => event.waitUntil(show(messageOf(event))))

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as { url: string }
  event.waitUntil(open(new URL(url, worker.location.origin).href))
})

/** Browsers require that every push is shown, so one that can't be read gets a general text. */
function messageOf({ data }: PushEvent): PushMessage {
  try {
    return data!.json() as PushMessage
  } catch {
    return { title: 'Yolo', body: 'There is news for you', url: '/notify', tag: 'news' }
  }
}

const show = ({ title, body, url, tag }: PushMessage) =>
  worker.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: '/icon-192.png',
    badge: '/icon-192.png',
  })

/** Brings a tab of the site to the front and opens the page in it. Opens a new tab if there is none. */
async function open(url: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => one.url === url) ?? pages.find((one) => one.focused) ?? pages[0]
  if (!page) {
    await worker.clients.openWindow(url)
    return
  }
  // A browser may refuse to bring its window to the front, but the page can be opened nevertheless.
  await page.focus().catch(() => undefined)
  // A tab that this worker doesn't control yet can't be navigated, so a new one is opened.
  if (page.url !== url) await page.navigate(url).catch(() => worker.clients.openWindow(url))
}
