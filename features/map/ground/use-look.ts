import { useSyncExternalStore } from 'react'
import { useTheme } from '#platform/web/ui/page/theme.ts'
import type { Look } from '../style/palette.ts'

const dark = '(prefers-color-scheme: dark)'

function subscribe(listener: () => void) {
  const query = matchMedia(dark)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Light or dark, as the page is. */
export function useLook(): Look {
  const theme = useTheme()
  const system = useSyncExternalStore(
    subscribe,
    () => matchMedia(dark).matches,
    () => false,
  )
  if (theme !== 'system') return theme
  return system ? 'dark' : 'light'
}
