import { useEffect, useEffectEvent } from 'react'
import { stored } from './stored.ts'

/** Whether a letter or a sign alone does something: one switch for all of them, kept on the device. */
export const keysOn = stored('keys', true, (json) => (typeof json === 'boolean' ? json : undefined))

/** Keys, and what they do, as a dialog lists them. */
export type KeyWords = [keys: string[], what: string][]

/** What works on every page. */
export const everywhere: KeyWords = [
  [['/'], 'Search'],
  [['?'], 'These keys'],
]

const typesThere = 'input, textarea, select, [contenteditable], dialog[open]'

/** Acts on a key pressed anywhere but where one types, unless something nearer to it has taken it. */
export function useKeys(act: (key: string) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, target } = event
    if (ctrlKey || metaKey || altKey || repeat || event.defaultPrevented) return
    if (target instanceof Element && target.closest(typesThere)) return
    if (keysOn.get() && act(key)) event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
