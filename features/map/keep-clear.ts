import type { GeoJSONSource } from 'maplibre-gl'
import type { Point } from '#domain/miles.ts'
import type { Drawn } from './engine.ts'

/** In px: the size of a mark and the padding around it. A mark for several has its count at the upper right corner. */
const side = 32
const around = {
  mark: [4, 4, 4, 4],
  several: [12, 24, 4, 4],
  words: [0, 16, 0, 16],
  pinAbove: [16, 12, 0, 12],
  pinBelow: [0, 12, 16, 12],
}

type Kept = { at: Point; kind: keyof typeof around }
/** Names keep clear of all of these; what was kept under the same name before is dropped. */
export type KeepClear = (name: string, kept: Kept[]) => void

/**
 * MapLibre doesn't know the marks that lie over its canvas. Invisible symbols under them, in the topmost layer, which is
 * placed first, make the names of cities keep clear of them.
 */
export function keepClearOn(map: Drawn): KeepClear {
  const all = new Map<string, Kept[]>()
  const data = () => ({
    type: 'FeatureCollection' as const,
    features: [...all.values()].flat().map(({ at: { latitude, longitude }, kind }) => ({
      type: 'Feature' as const,
      properties: { kind },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  })
  const { mark, ...others } = around
  const byKind = Object.entries(others).flatMap(([kind, px]) => [kind, ['literal', px]])
  map.on('style.load', () => {
    map.addImage('keep-clear', { width: 1, height: 1, data: new Uint8Array(4) })
    map.addSource('keep-clear', { type: 'geojson', data: data() })
    map.addLayer({
      id: 'keep-clear',
      type: 'symbol',
      source: 'keep-clear',
      layout: {
        'icon-image': 'keep-clear',
        'icon-size': side,
        'icon-allow-overlap': true,
        'icon-padding': ['match', ['get', 'kind'], ...byKind, ['literal', mark]] as never,
      },
    })
  })
  return (name, kept) => {
    all.set(name, kept)
    void map.getSource<GeoJSONSource>('keep-clear')?.setData(data())
  }
}
