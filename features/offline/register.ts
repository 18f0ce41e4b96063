import { onPageShown } from '#platform/web/navigation/page-shown.ts'
import { onSessionChange, session } from '#platform/web/session.ts'
import { storageFullStore, type StorageFullMessage } from './full-device.ts'
import { sessionKeeper } from './keeper.ts'
import { recordVisit } from './visits.ts'
import type { KeeperMessage } from './worker-keeper.ts'

/**
 * Installs the service worker, tells it who is logged in, now and whenever that changes, and records the pages that are
 * shown.
 */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  // If the browser forbids service workers, as in some private windows, the site works without one.
  const registration = await serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (!registration) return

  const tellKeeper = () => {
    const { token, expires } = session()
    const message: KeeperMessage = { type: 'keeper', keeper: sessionKeeper(), token, expires }
    registration.active?.postMessage(message)
  }
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<StorageFullMessage | null>) => {
    if (data?.type === 'full') storageFullStore.add(data)
  })
  await serviceWorker.ready
  tellKeeper()
  onSessionChange(tellKeeper)
  if (isFirst)
    registration.active?.postMessage({
      type: 'opened',
      path: location.pathname + location.search,
    })
  void recordVisit().catch(() => undefined)
  onPageShown(() => void recordVisit().catch(() => undefined))
}
