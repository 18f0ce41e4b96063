import { gunzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { LRUCache } from 'lru-cache'
import { loadOrBuild, builtFileFolders } from '#platform/server/built-file.ts'
import { type Layer, type OutlineTiles, type Piece, pieceZoom } from './outlines-build.server.ts'

const here = (file: string) => new URL(file, import.meta.url)

let loading: Promise<OutlineTiles> | undefined

/** Returns the outlines. The first call builds them or loads the file that an earlier start has built. */
export function loadOutlines(stateDir: string): Promise<OutlineTiles> {
  loading ??= loadOrBuild<OutlineTiles>(
    {
      name: 'outlines',
      worker: here('outlines-worker.server.ts'),
      sources: [here('outlines-build.server.ts')],
      data: ['world-atlas/countries-10m.json', 'us-atlas/counties-10m.json'],
    },
    builtFileFolders(stateDir),
  ).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** A feature of a tile. `type` is 1 for points, 2 for lines and 3 for areas. */
export type TileFeature = { type: 1 | 2 | 3; geometry: unknown; tags: Record<string, unknown> }
export type TileLayers = Record<string, { features: TileFeature[] }>

type Cutter = Partial<Record<Layer, GeoJSONVT>>
const cutters = new LRUCache<string, Cutter>({ max: 16 })

/** Returns the land and borders in a tile. */
export function outlinesInTile(
  { far, pieces }: OutlineTiles,
  z: number,
  x: number,
  y: number,
): TileLayers {
  if (z < pieceZoom) {
    const tile = far.get(`${z}/${x}/${y}`)
    const layers = tile ? (unpacked(tile) as Record<string, TileFeature[]>) : {}
    return Object.fromEntries(
      Object.entries(layers).map(([name, features]) => [
        name,
        { features: features.map((feature) => ({ ...feature, tags: {} })) },
      ]),
    )
  }
  const name = `${x >> (z - pieceZoom)}/${y >> (z - pieceZoom)}`
  let cutter = cutters.get(name)
  if (!cutter) cutters.set(name, (cutter = cutterOf(pieces.get(name))))
  const tile: TileLayers = {}
  for (const [layer, index] of Object.entries(cutter)) {
    const features = index.getTile(z, x, y)?.features ?? []
    if (features.length > 0) tile[layer] = { features }
  }
  return tile
}

const unpacked = (bytes: Uint8Array) => JSON.parse(gunzipSync(bytes).toString()) as unknown

function cutterOf(packed: Uint8Array | undefined): Cutter {
  if (!packed) return {}
  const piece = unpacked(packed) as Piece
  return Object.fromEntries(
    Object.entries(piece).map(([layer, shapes]) => [
      layer,
      new GeoJSONVT(
        {
          type: 'FeatureCollection',
          features: shapes.map(({ rings, parts }) => ({
            type: 'Feature' as const,
            properties: {},
            geometry: rings
              ? { type: 'Polygon' as const, coordinates: parts }
              : { type: 'MultiLineString' as const, coordinates: parts },
          })),
        },
        { maxZoom: 14, indexMaxZoom: pieceZoom, tolerance: 2, buffer: 64 },
      ),
    ]),
  )
}
