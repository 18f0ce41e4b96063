import type { GeoJSONSource } from 'maplibre-gl'
import type { Point } from '#domain/position/miles.ts'
import type { Drawn } from './engine.ts'

/**
 * Size of a mark, and the padding at its top, right, bottom and left, in px. A mark for several dishes shows at its
 * upper right corner how many more dishes there are.
 */
const side = 32
const around = {
  mark: [4, 4, 4, 4],
  several: [12, 24, 4, 4],
  words: [0, 16, 0, 16],
  pinAbove: [16, 12, 0, 12],
  pinBelow: [0, 12, 16, 12],
}

type Kept = { at: Point; kind: keyof typeof around }
/** Keeps city names clear of these points. Replaces the points that were set under the same `name` before. */
export type AvoidLabelsAt = (name: string, kept: Kept[]) => void

/**
 * Makes the names of cities keep clear of marks. MapLibre doesn't know about the marks, because they are elements over
 * its canvas, so each gets an invisible symbol in the topmost layer, whose symbols MapLibre places first.
 */
export function createLabelAvoidance(map: Drawn): AvoidLabelsAt {
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
