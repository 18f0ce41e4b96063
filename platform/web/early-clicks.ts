import { useEffect } from 'react'
import { nextTurn } from './hydrate-in-turn.tsx'
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
    void nextTurn().then(() => {
      const buttons = window.takeEarlyClicks?.() ?? []
      delete window.takeEarlyClicks
      for (const button of buttons) if (button.isConnected) button.click()
    })
  }, [hydrated])
  return null
}
