import { useEffect } from 'react'
import { useHydrated } from './stored.ts'

declare global {
  interface Window {
    /** Set by early.js. Returns the buttons clicked before the page's scripts had loaded, each once, in click order. */
    takeEarlyClicks?: () => Set<HTMLButtonElement>
  }
}

/** Repeats the clicks made before hydration, once the page can handle them and knows who is logged in. */
export function ReplayEarlyClicks() {
  const hydrated = useHydrated()
  useEffect(() => {
    if (!hydrated) return
    const buttons = window.takeEarlyClicks?.() ?? []
    delete window.takeEarlyClicks
    for (const button of buttons) if (button.isConnected) button.click()
  }, [hydrated])
  return null
}
