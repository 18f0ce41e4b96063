import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** The key in the browser's storage. `early.js` reads the same key before the first paint. */
const key = 'theme'
const listeners = new Set<() => void>()

function read(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage is forbidden, so the choice lasts only as long as the page.
  }
  show(theme)
}

// Applies a theme that was chosen in another window.
function onStorage({ key: changed, newValue }: StorageEvent) {
  if (changed === key) show(newValue === 'light' || newValue === 'dark' ? newValue : 'system')
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

export const useTheme = (): Theme => useSyncExternalStore<Theme>(subscribe, read, () => 'system')
