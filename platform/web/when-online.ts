import { useEffect, useEffectEvent } from 'react'

declare global {
  interface Window {
    /** Set by early.js: true if the network has come back since the last time that something was done about it. */
    cameOnline?: boolean
  }
}

/**
 * Calls `act` when the network is back, while `waiting`. If it came back before the page could listen, `act`
 * is called at once.
 */
export function useWhenOnline(waiting: boolean, act: () => void): void {
  const onOnline = useEffectEvent(() => {
    window.cameOnline = false
    act()
  })
  useEffect(() => {
    if (!waiting) return undefined
    if (window.cameOnline) onOnline()
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [waiting])
}
