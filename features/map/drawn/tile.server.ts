import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { City } from '#features/places/gazetteer/gazetteer.server.ts'
import { fromWorld, onWorld } from '../geometry.ts'
import { outlinesOf, type TileFeature } from './outlines.server.ts'
import type { Outlines } from './outlines-build.server.ts'

export type Tile = { z: number; x: number; y: number }
type Point = { latitude: number; longitude: number }

/** West, south, east, north. */
export function boxOf({ z, x, y }: Tile): [number, number, number, number] {
  const side = 2 ** z
  const southWest = fromWorld(x / side, (y + 1) / side)
  const northEast = fromWorld((x + 1) / side, y / side)
  return [southWest.longitude, southWest.latitude, northEast.longitude, northEast.latitude]
}

const extent = 4096
/** Names in a tile; its neighbours' stand beside. */
export const named = 40
/** Nearer than this the browser enlarges what it has. */
export const drawnTo = 12
/** Dots of restaurants from this zoom on. */
export const dotsFrom = 11

/** The drawn map of a tile: land, borders, a grid, the names of cities and districts, dots where restaurants are. */
export function drawnTile(
  tile: Tile,
  outlines: Outlines,
  cities: City[],
  restaurants: Point[],
): Uint8Array {
  const inTile = placer(tile)
  const point = (one: Point, tags: TileFeature['tags']): TileFeature => ({
    type: 1,
    geometry: [inTile(one)],
    tags,
  })
  const layers = {
    ...outlinesOf(outlines, tile.z, tile.x, tile.y),
    grid: { features: gridOf(tile, inTile) },
    city: { features: cities.map((city) => point(city, tagsOf(city))) },
    restaurant: { features: restaurants.map((one) => point(one, {})) },
  }
  const filled = Object.entries(layers).filter(([, { features }]) => features.length > 0)
  return fromGeojsonVt(Object.fromEntries(filled), { version: 2, extent })
}

/** The least populations of the sizes 1, 2 and 3 that a style draws names in. */
const citySizes = [1, 50_000, 500_000]

const tagsOf = ({ name, population }: City) => ({
  name: name.split(',')[0]!,
  size: citySizes.filter((least) => population >= least).length,
  // Where two names overlap, the one with the smaller number is drawn.
  order: -population,
})

/** Where a point lies in the tile, in its own units. */
function placer({ z, x, y }: Tile) {
  const side = 2 ** z
  return (point: Point): [number, number] => {
    const [across, down] = onWorld(point)
    return [Math.round((across * side - x) * extent), Math.round((down * side - y) * extent)]
  }
}

/** Degrees between two lines of the grid, at each zoom: fine enough that some cross any view. */
const steps = [45, 30, 20, 10, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.01]

function gridOf(tile: Tile, inTile: ReturnType<typeof placer>): TileFeature[] {
  const step = steps[tile.z] ?? 0.01
  const [west, south, east, north] = boxOf(tile)
  const lines: TileFeature[] = []
  const line = (a: Point, b: Point) =>
    lines.push({ type: 2, geometry: [[inTile(a), inTile(b)]], tags: {} })
  for (let at = Math.ceil(west / step); at * step < east; at++)
    line({ latitude: south, longitude: at * step }, { latitude: north, longitude: at * step })
  for (let at = Math.ceil(south / step); at * step < north; at++)
    line({ latitude: at * step, longitude: west }, { latitude: at * step, longitude: east })
  return lines
}
