import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import type {
  Feature,
  FeatureCollection,
  MultiLineString,
  MultiPolygon,
  Polygon,
  Position,
} from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** The world's outlines: finished tiles for zooms below `pieceZoom`, and pieces from which all other tiles are cut. */
export type OutlineTiles = {
  /** Finished tiles by 'z/x/y', for the zooms below `pieceZoom`. A tile is its layers as gzipped JSON. */
  far: Map<string, Uint8Array>
  /** Pieces by 'x/y' at `pieceZoom`. Each is a `Piece` as gzipped JSON. */
  pieces: Map<string, Uint8Array>
}

export const layers = ['land', 'country', 'state', 'county'] as const
export type Layer = (typeof layers)[number]

export const pieceZoom = 6
const extent = 4096
/** Number of units along one side of a piece, so that a unit is about 10 m. */
const fine = 65_536

type Shape = FeatureCollection | MultiLineString | MultiPolygon | Polygon
const require = createRequire(import.meta.url)
type Atlas<K extends string> = Topology<Record<K, GeometryCollection>>
const read = <K extends string>(file: string): Atlas<K> =>
  JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Atlas<K>

/**
 * Takes the land, states and counties of the United States from the Census Bureau's outlines, because these follow the
 * shores of the Great Lakes, and everything else from Natural Earth.
 */
function shapes(): Record<Layer, Shape> {
  const world = read<'countries'>('world-atlas/countries-10m.json')
  const us = read<'states' | 'counties'>('us-atlas/counties-10m.json')
  const unitedStates = '840'
  const others = feature(world, world.objects.countries).features.filter(
    ({ id }) => id !== unitedStates,
  )
  const stateOf = (id: unknown) => String(id).slice(0, 2)
  return {
    land: {
      type: 'FeatureCollection',
      features: [...others, ...feature(us, us.objects.states).features].map(({ type, geometry }) =>
        unrolled({ type, geometry, properties: {} }),
      ),
    },
    country: mesh(world, world.objects.countries, (a, b) => a !== b),
    state: mesh(us, us.objects.states, (a, b) => a !== b),
    county: mesh(us, us.objects.counties, (a, b) => a !== b && stateOf(a.id) === stateOf(b.id)),
  }
}

export function buildOutlines(): OutlineTiles {
  const world = Object.entries(shapes()) as [Layer, Shape][]
  const options = { maxZoom: pieceZoom, indexMaxZoom: pieceZoom, indexMaxPoints: 0 }
  const far = world.map(([layer, shape]) => {
    return [layer, new GeoJSONVT(shape, { ...options, extent, buffer: 64 })] as const
  })
  const near = world.map(([layer, shape]) => {
    const index = new GeoJSONVT(shape, { ...options, extent: fine, buffer: 1024, tolerance: 0 })
    return [layer, index] as const
  })
  const outlines: OutlineTiles = { far: new Map(), pieces: new Map() }
  for (let z = 0; z <= pieceZoom; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        const cut = (z < pieceZoom ? far : near).flatMap(([layer, index]) => {
          const features = index.getTile(z, x, y)?.features ?? []
          return features.length > 0 ? [[layer, features] as const] : []
        })
        if (cut.length === 0) continue
        if (z < pieceZoom) outlines.far.set(`${z}/${x}/${y}`, packed(Object.fromEntries(cut)))
        else outlines.pieces.set(`${x}/${y}`, packed(pieceOf(cut as Cut, x, y)))
      }
  return outlines
}

const packed = (value: unknown) => new Uint8Array(gzipSync(JSON.stringify(value)))

type TileShape = { type: 1 | 2 | 3; geometry: [number, number][][] }
type Cut = (readonly [Layer, TileShape[]])[]

/** Shapes of each layer, in degrees. If `rings` is true, `parts` is one polygon with its outer ring first. */
export type Piece = Partial<Record<Layer, { rings: boolean; parts: [number, number][][] }[]>>

function pieceOf(cut: Cut, x: number, y: number): Piece {
  const side = 2 ** pieceZoom
  const degrees = ([px, py]: [number, number]): [number, number] => {
    const longitude = ((x + px / fine) / side) * 360 - 180
    const north = Math.PI * (1 - (2 * (y + py / fine)) / side)
    const latitude = (Math.atan(Math.sinh(north)) * 180) / Math.PI
    return [Number(longitude.toFixed(5)), Number(latitude.toFixed(5))]
  }
  return Object.fromEntries(
    cut.map(([layer, features]) => [
      layer,
      features.flatMap(({ type, geometry }) =>
        (type === 3 ? polygonsOf(geometry) : [geometry]).map((parts) => ({
          rings: type === 3,
          parts: parts.map((part) => part.map(degrees)),
        })),
      ),
    ]),
  )
}

/** Groups a tile's flat list of rings into polygons, because GeoJSON needs each hole with its own polygon. */
function polygonsOf(rings: TileShape['geometry']): TileShape['geometry'][] {
  const polygons: TileShape['geometry'][] = []
  for (const ring of rings) {
    if (polygons.length === 0 || isOuter(ring)) polygons.push([ring])
    else polygons.at(-1)!.push(ring)
  }
  return polygons
}

/** Returns whether a ring is an outer ring. In tiles, outer rings run clockwise and holes counterclockwise. */
function isOuter(ring: [number, number][]): boolean {
  let area = 0
  for (const [at, [x, y]] of ring.entries()) {
    const [beforeX, beforeY] = ring.at(at - 1)!
    area += beforeX * y - x * beforeY
  }
  return area > 0
}

/**
 * Lets rings that cross the antimeridian continue beyond 180 degrees. In the atlases they jump from 180 to -180, which
 * a flat map would draw as a line back across the whole world. GeoJSONVT moves the part beyond 180 to the other side.
 */
function unrolled<F extends Feature>(feature: F): F {
  const { geometry } = feature
  if (geometry.type === 'Polygon')
    return {
      ...feature,
      geometry: { ...geometry, coordinates: geometry.coordinates.map(flatRing) },
    }
  if (geometry.type !== 'MultiPolygon') return feature
  const coordinates = geometry.coordinates.map((rings) => rings.map(flatRing))
  return { ...feature, geometry: { ...geometry, coordinates } }
}

function flatRing(points: Position[]): Position[] {
  let turns = 0
  const flat = points.map(([longitude, latitude], at): Position => {
    const step = at > 0 ? longitude! - points[at - 1]![0]! : 0
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [longitude! + turns * 360, latitude!]
  })
  if (turns === 0) return flat
  // A ring that has gone around the world, such as Antarctica's, encloses the pole, so it is closed along the map's
  // edge.
  const [first, last] = [flat[0]!, flat.at(-1)!]
  const pole = first[1]! < 0 ? -90 : 90
  return [...flat, [last[0]!, pole], [first[0]!, pole], first]
}
