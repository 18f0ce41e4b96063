import { useEffect, useEffectEvent } from 'react'
import { storedValue } from './storage/stored.ts'

/** Whether shortcuts without Ctrl or Alt are enabled: a single setting for all of them, stored in the browser. */
export const shortcutsEnabled = storedValue('keys', true, (json) =>
  typeof json === 'boolean' ? json : undefined,
)

/** Keys and descriptions of what they do, for a dialog that lists them. */
export type ShortcutList = [keys: string[], description: string][]

/** The shortcuts that work on every page. */
export const globalShortcuts: ShortcutList = [
  [['/'], 'Search'],
  [['?'], 'These keys'],
]

const textEntry = 'input, textarea, select, [contenteditable], dialog[open]'

/**
 * Calls `act` with each key pressed without Ctrl, Alt or Meta outside form fields and dialogs, if shortcuts are enabled
 * and no other handler has prevented the default action. `act` returns whether it has used the key.
 */
export function useShortcuts(act: (key: string) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, target } = event
    if (ctrlKey || metaKey || altKey || repeat || event.defaultPrevented) return
    if (target instanceof Element && target.closest(textEntry)) return
    if (shortcutsEnabled.get() && act(key)) event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
