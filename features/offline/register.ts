import { onPageShown } from '#platform/web/navigation/page-shown.ts'
import { onSessionChange, session } from '#platform/web/session.ts'
import { fullDevice, type FullMessage } from './full-device.ts'
import { keeperHere } from './keeper.ts'
import { noteVisit } from './visits.ts'
import type { KeeperMessage } from './worker-keeper.ts'

/** Installs the service worker and tells it who is logged in, now and whenever that changes. */
export async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  // A browser that forbids it, as in a private window, has the site without it.
  const registration = await serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (!registration) return

  const tellKeeper = () => {
    const { token, expires } = session()
    const message: KeeperMessage = { type: 'keeper', keeper: keeperHere(), token, expires }
    registration.active?.postMessage(message)
  }
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<FullMessage | null>) => {
    if (data?.type === 'full') fullDevice.add(data)
  })
  await serviceWorker.ready
  tellKeeper()
  onSessionChange(tellKeeper)
  if (isFirst)
    registration.active?.postMessage({
      type: 'opened',
      path: location.pathname + location.search,
    })
  void noteVisit().catch(() => undefined)
  onPageShown(() => void noteVisit().catch(() => undefined))
}
