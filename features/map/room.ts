import type { GeoJSONSource } from 'maplibre-gl'
import type { Point } from '#domain/miles.ts'
import type { Drawn } from './engine.ts'

/** In px: what is kept clear of a mark, and around it. One for several has its count at the upper end corner. */
const side = 32
const around = {
  mark: [4, 4, 4, 4],
  several: [12, 24, 4, 4],
  words: [0, 16, 0, 16],
  pinAbove: [16, 12, 0, 12],
  pinBelow: [0, 12, 16, 12],
}

type Kept = { at: Point; kind: keyof typeof around }
/** Clear is kept for all of these; what was so named before is dropped. */
export type KeepRoom = (name: string, kept: Kept[]) => void

/**
 * Names on the ground give way to what lies over the canvas, which is unknown to it: there stand symbols that
 * aren't seen, in the topmost layer, whose symbols are placed first.
 */
export function roomOn(map: Drawn): KeepRoom {
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
    map.addImage('room', { width: 1, height: 1, data: new Uint8Array(4) })
    map.addSource('room', { type: 'geojson', data: data() })
    map.addLayer({
      id: 'room',
      type: 'symbol',
      source: 'room',
      layout: {
        'icon-image': 'room',
        'icon-size': side,
        'icon-allow-overlap': true,
        'icon-padding': ['match', ['get', 'kind'], ...byKind, ['literal', mark]] as never,
      },
    })
  })
  return (name, kept) => {
    all.set(name, kept)
    void map.getSource<GeoJSONSource>('room')?.setData(data())
  }
}
