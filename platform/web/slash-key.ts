import { useEffect } from 'react'
import { stored } from './stored.ts'

/** Whether '/' puts the cursor into the search box; switched off on /settings, on this device. */
export const slashSearches = stored<boolean>('slashSearches', true, (json) =>
  typeof json === 'boolean' ? json : undefined,
)

const typesThere = 'input, textarea, select, [contenteditable], dialog[open]'

export function useSlashKey(act: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(typesThere)) return
      if (!slashSearches.get()) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
