import { useEffect } from 'react'
import { allTurns } from './hydrate-in-turn.tsx'
import { useHydrated } from '../storage/stored.ts'

declare global {
  interface Window {
    /**
     * Set by early.js. Returns the buttons clicked before the page's scripts had loaded, each once, in click order,
     * without those that are in another state by now.
     */
    takeEarlyClicks?: () => HTMLButtonElement[]
  }
}

/** Repeats the clicks made before hydration, once every part of the page can handle them and knows who is logged in. */
export function ReplayEarlyClicks() {
  const hydrated = useHydrated()
  useEffect(() => {
    if (hydrated) void repeatClicks()
  }, [hydrated])
  return null
}

async function repeatClicks() {
  await allTurns()
  const buttons = window.takeEarlyClicks?.() ?? []
  delete window.takeEarlyClicks
  for (const button of buttons) if (button.isConnected) button.click()
}
