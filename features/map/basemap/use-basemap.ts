import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { StyleSpecification } from 'maplibre-gl'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { useTheme } from '#platform/web/ui/page/theme.ts'
import type { MapTheme } from '../style/drawn-style.ts'
import { type Basemap, loadBasemapStyle } from '../style/file-style.ts'
import { drawnCredits } from './attribution.ts'

type Canvas = { restyle(style: StyleSpecification, look: MapTheme): void; close(): void }

export type BasemapEvents = {
  /** Called when the style or its tiles can't be loaded. */
  unavailable(): void
  /** Called with the attribution that the style's sources give. */
  credits(credits: Basemap['attribution']): void
}

/** Opens a map as soon as its basemap is known, restyles it when the look changes, and closes it on unmount. */
export function useBasemap<C extends Canvas>(
  open: (style: StyleSpecification, look: MapTheme, on: BasemapEvents) => C,
) {
  /** Null until the map is open. */
  const canvas: RefObject<C | null> = useRef<C | null>(null)
  const [state, setState] = useState<'awaited' | 'open' | 'broken'>('awaited')
  const [isUnavailable, setUnavailable] = useState(false)
  const [credits, setCredits] = useState<Basemap['attribution']>([])
  const look = useLook()
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })

  const { data: basemap, error } = useLoadOnChange('GET /map/basemap', { look })
  // Once the basemap proves unavailable, the drawn map replaces it in both looks.
  const chosen = isUnavailable ? null : (basemap ?? (error ? null : undefined))
  useEffect(() => {
    if (chosen === undefined) return undefined
    let left = false
    void (async () => {
      const style = await loadBasemapStyle(chosen, look).catch(() => null)
      if (left) return
      if (!style) return setUnavailable(true)
      if (canvas.current) return canvas.current.restyle(style, look)
      try {
        const events = { unavailable: () => setUnavailable(true), credits: setCredits }
        canvas.current = latest.current(style, look, events)
        setState('open')
      } catch {
        setState('broken')
      }
    })()
    return () => {
      left = true
    }
  }, [chosen, look])
  useEffect(
    () => () => {
      canvas.current?.close()
      canvas.current = null
    },
    [],
  )
  const said = basemap?.kind === 'style' ? credits : basemap?.attribution
  return {
    canvas,
    state,
    /** True if the basemap can't be loaded, so that the drawn map is shown instead. */
    isUnavailable,
    credits: (isUnavailable ? undefined : said) ?? drawnCredits,
  }
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
