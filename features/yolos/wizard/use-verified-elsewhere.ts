import { useEffect } from 'react'

/** Seconds between two questions while the page is in view. */
const pauseSeconds = 10

/**
 * Calls `ask` while a member must verify their e-mail: when they return to this page, and every few seconds while it is
 * in view, because they may open the link on another device. `focus` alone isn't enough: not every phone sends it.
 */
export function useVerifiedElsewhere(isWaiting: boolean, ask: () => void): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const askInView = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) ask()
    }
    addEventListener('focus', askInView)
    document.addEventListener('visibilitychange', askInView)
    const timer = setInterval(askInView, pauseSeconds * 1000)
    return () => {
      removeEventListener('focus', askInView)
      document.removeEventListener('visibilitychange', askInView)
      clearInterval(timer)
    }
  }, [isWaiting, ask])
}
