import { onPageShown } from '#platform/web/navigation/page-shown.ts'
import { onSessionChange, session } from '#platform/web/session/session.ts'
import { sendUnsentLogouts } from '#platform/web/session/unsent-logouts.ts'
import { storageFullStore, type StorageFullMessage } from './full-device.ts'
import { sessionKeeper } from './keeper.ts'
import { recordVisit } from './visits.ts'
import type { KeeperMessage } from './worker-keeper.ts'

/**
 * Installs the service worker, tells it who is logged in, now and whenever that changes, and records the pages that are
 * shown. Also sends the log-outs that were made while such pages had no network.
 */
export async function registerServiceWorker(): Promise<void> {
  void sendUnsentLogouts()
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  const registration = await install()
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

/** Milliseconds before the next attempt to install the service worker. */
const pauses = [2_000, 10_000, 60_000]

/**
 * Tries to install the service worker, a few times, because a single file that can't be fetched makes an installation
 * fail. Returns undefined if all attempts fail, or if the browser forbids service workers, as in some private windows.
 * The site works without one.
 */
async function install(): Promise<ServiceWorkerRegistration | undefined> {
  for (const pause of [...pauses, 0]) {
    const registration = await navigator.serviceWorker
      .register('/service-worker.js')
      .catch(() => undefined)
    if (registration && (await isInstalled(registration))) return registration
    if (pause) await new Promise((resolve) => void setTimeout(resolve, pause))
  }
  return undefined
}

/** Waits until the first installation has ended, and returns whether it was successful. */
function isInstalled({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || waiting || !installing) return Promise.resolve(Boolean(active ?? waiting))
  return new Promise((resolve) => {
    installing.addEventListener('statechange', () => resolve(installing.state !== 'redundant'))
  })
}
