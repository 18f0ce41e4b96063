import {
  AttributionControl,
  Map as LibreMap,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { boundsOfCircle, worldView, type Circle } from './geometry.ts'
import { builtInStyle, type MapTheme } from './style.ts'

export type MapStyle = StyleSpecification | string

/** Opens a MapLibre map. Throws if the browser can't draw maps. */
export function openMap(
  container: HTMLElement,
  { style, look }: { style: MapStyle; look: MapTheme },
  circle: Circle | null,
  { interactive = true } = {},
) {
  // The worker is loaded from this site, because the content security policy allows no worker from a blob.
  setWorkerUrl(new URL(workerUrl, location.href).href)
  const map = new LibreMap({
    container,
    style,
    interactive,
    ...(circle
      ? { bounds: boundsOfCircle(circle.point, circle.miles), fitBoundsOptions: { padding: 24 } }
      : worldView),
    minZoom: 1,
    maxZoom: 17,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    rollEnabled: false,
    renderWorldCopies: true,
    localIdeographFontFamily: 'system-ui, sans-serif',
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    locale: { 'Map.Title': 'Map: arrow keys move it, plus and minus zoom' },
  })
  map.addControl(new AttributionControl({ compact: false }))
  // An operator's style that doesn't come gives way to the built-in one.
  let isLoaded = false
  map.once('style.load', () => (isLoaded = true))
  map.once('error', () => {
    if (!isLoaded) map.setStyle(builtInStyle(look), { diff: false })
  })
  return map
}

export type { LibreMap }
