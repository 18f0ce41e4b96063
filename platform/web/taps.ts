import { useEffect } from 'react'
import { useHydrated } from './stored.ts'

declare global {
  interface Window {
    /** Of early.js: the buttons tapped before this page's scripts were there, once, in their order. */
    takeTaps?: () => Set<HTMLButtonElement>
  }
}

/** Does what was tapped before the page could answer, once it can and knows who is there. */
export function EarlyTaps() {
  const hydrated = useHydrated()
  useEffect(() => {
    if (!hydrated) return
    const taps = window.takeTaps?.() ?? []
    delete window.takeTaps
    for (const button of taps) if (button.isConnected) button.click()
  }, [hydrated])
  return null
}
