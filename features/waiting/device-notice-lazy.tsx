import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { storageFullStore } from '#features/offline/full-device.ts'
import { pageAge } from '#platform/web/page-age.ts'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { useOffline } from '#platform/web/queue/use-offline.ts'
import { waitingEntrySummaries } from '#platform/web/queue/waiting-lines.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useStored } from '#platform/web/storage/stored.ts'

const loadNotice = () => import('./device-notice.tsx')

/**
 * Loads the notice about this device, and the code that sends waiting writes, once the page is idle: always for
 * members, and for visitors if there is something to say. For members both are loaded before they are needed, because
 * without a network they couldn't be loaded.
 */
export function DeviceNoticeLazy() {
  const { isLogged } = useSession()
  const waits = useStored(waitingEntrySummaries).length > 0
  const age = useSyncExternalStore(pageAge.subscribe, pageAge.get, () => null)
  const full = useSyncExternalStore(storageFullStore.subscribe, storageFullStore.get, () => null)
  const offline = useOffline()
  const isNeeded = isLogged || waits || age !== null || full !== null || offline
  const [Notice, setNotice] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isNeeded || Notice) return undefined
    const load = () =>
      void Promise.all([loadNotice(), loadQueue()]).then(
        ([notice]) => setNotice(() => notice.default),
        () => {},
      )
    const stopWaiting = whenIdle(load)
    // If the network was lost before everything had loaded, the code is loaded when the network returns, so that the
    // waiting writes are sent then.
    addEventListener('online', load)
    return () => {
      stopWaiting()
      removeEventListener('online', load)
    }
  }, [isNeeded, Notice])
  return isNeeded && Notice && <Notice />
}

function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(idle)
}
