import { useEffect, useEffectEvent } from 'react'

/** True if the network has come back since the last time that something was done about it. */
let cameBack = false
if (!import.meta.env.SSR)
  addEventListener('online', () => {
    cameBack = true
  })

/**
 * Calls `act` when the network is back, while `waiting`. If it came back while the page was still being rendered,
 * `act` is called at once.
 */
export function useWhenOnline(waiting: boolean, act: () => void): void {
  const onOnline = useEffectEvent(() => {
    cameBack = false
    act()
  })
  useEffect(() => {
    if (!waiting) return undefined
    if (cameBack) onOnline()
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [waiting])
}
