import { Map as Drawn, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Point } from '#domain/miles.ts'
import { boundsOf } from './circle.ts'
import { anywhere } from './engine-view.ts'
import { dotPicture, placeDot } from './style/dot.ts'
import type { StyleSpecification } from 'maplibre-gl'

export type Asked = { point: Point; miles: number }

/** Throws where the browser can't draw one. */
export function openMap(
  container: HTMLElement,
  style: StyleSpecification,
  asked: Asked | null,
  { interactive = true } = {},
) {
  // A file of this site: the policy allows no worker made of text.
  setWorkerUrl(new URL(workerUrl, location.href).href)
  const map = new Drawn({
    container,
    style,
    interactive,
    ...(asked
      ? { bounds: boundsOf(asked.point, asked.miles), fitBoundsOptions: { padding: 24 } }
      : anywhere),
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
  map.on('style.load', () => map.addImage(placeDot, dotPicture(), { sdf: true }))
  return map
}

export type { Drawn }
