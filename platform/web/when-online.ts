import { useEffect, useEffectEvent } from 'react'

declare global {
  interface Window {
    /** Set by early.js: true if the network has come back since the last time that something was done about it. */
    cameOnline?: boolean
  }
}

/** Milliseconds before `act` is called again, because the browser fires `online` before the first answer gets through. */
const pauses = [1_000, 4_000, 15_000]

/**
 * Calls `act` when the network is back, while `waiting`, and a few times more while that lasts. If the network came back
 * before the page could listen, `act` is called at once.
 */
export function useWhenOnline(waiting: boolean, act: () => unknown): void {
  const onOnline = useEffectEvent(async (signal: AbortSignal) => {
    window.cameOnline = false
    for (const pause of [...pauses, 0]) {
      await act()
      await new Promise((resolve) => void setTimeout(resolve, pause))
      if (signal.aborted) return
    }
  })
  useEffect(() => {
    if (!waiting) return undefined
    let attempts = new AbortController()
    const listener = () => {
      attempts.abort()
      attempts = new AbortController()
      void onOnline(attempts.signal)
    }
    if (window.cameOnline) listener()
    addEventListener('online', listener)
    return () => {
      attempts.abort()
      removeEventListener('online', listener)
    }
  }, [waiting])
}
