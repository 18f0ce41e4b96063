import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { useTheme } from '#platform/web/theme.ts'
import type { MapStyle } from './engine.ts'
import { styleOf, type MapTheme } from './style.ts'

export type Look = { style: MapStyle; look: MapTheme }
type Canvas = { restyle(look: Look): void; close(): void }

/** Opens a map as soon as its style is known, restyles it when the look changes, and closes it on unmount. */
export function useBasemap<C extends Canvas>(open: (look: Look) => C) {
  /** Null until the map is open. */
  const canvas: RefObject<C | null> = useRef<C | null>(null)
  const [state, setState] = useState<'loading' | 'open' | 'broken'>('loading')
  const look = useLook()
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  const { data, error } = useLoadOnChange('GET /map/basemap', {})
  const basemap = data ?? (error ? null : undefined)
  useEffect(() => {
    if (basemap === undefined) return undefined
    let isStale = false
    void (async () => {
      const style = await styleOf(basemap, look)
      if (isStale) return
      if (canvas.current) return canvas.current.restyle({ style, look })
      try {
        canvas.current = latest.current({ style, look })
        setState('open')
      } catch {
        setState('broken')
      }
    })()
    return () => {
      isStale = true
    }
  }, [basemap, look])
  useEffect(
    () => () => {
      canvas.current?.close()
      canvas.current = null
    },
    [],
  )
  return { canvas, state }
}

const dark = '(prefers-color-scheme: dark)'

function subscribe(listener: () => void) {
  const query = matchMedia(dark)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Returns the page's look, light or dark. */
function useLook(): MapTheme {
  const theme = useTheme()
  const isDark = useSyncExternalStore(
    subscribe,
    () => matchMedia(dark).matches,
    () => false,
  )
  if (theme !== 'system') return theme
  return isDark ? 'dark' : 'light'
}
