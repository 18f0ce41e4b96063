import { type ComponentType, useEffect, useState } from 'react'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { waitingLines } from '#platform/web/queue/waiting-lines.ts'
import { useSession } from '#platform/web/session.ts'
import { useStored } from '#platform/web/stored.ts'

const loadBar = () => import('./waiting-bar.tsx')

/**
 * Loads the bar that says what waits, with the code that sends it, once the page is idle: for members, and where
 * something waits for a log-in. It is loaded before it is needed, because without a network it couldn't be.
 */
export function Waiting() {
  const { isLogged } = useSession()
  const isNeeded = useStored(waitingLines).length > 0 || isLogged
  const [Bar, setBar] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    // If it can't be loaded now, the next page or the next write loads it.
    const load = () =>
      void Promise.all([loadBar(), loadQueue()]).then(
        ([bar]) => setBar(() => bar.default),
        () => {},
      )
    return whenIdle(load)
  }, [isNeeded])
  return isNeeded && Bar && <Bar />
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
