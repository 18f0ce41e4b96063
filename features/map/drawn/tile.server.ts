import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { City } from '#features/places/gazetteer/gazetteer.server.ts'
import { fromWebMercator, toWebMercator } from '../geometry.ts'
import { outlinesInTile, type TileFeature } from './outlines.server.ts'
import type { OutlineTiles } from './outlines-build.server.ts'

export type TileCoordinates = { z: number; x: number; y: number }
type Point = { latitude: number; longitude: number }

/** Returns the tile's bounds in degrees: west, south, east, north. */
export function boundsOfTile({ z, x, y }: TileCoordinates): [number, number, number, number] {
  const side = 2 ** z
  const southWest = fromWebMercator(x / side, (y + 1) / side)
  const northEast = fromWebMercator((x + 1) / side, y / side)
  return [southWest.longitude, southWest.latitude, northEast.longitude, northEast.latitude]
}

const extent = 4096
/** Maximum number of names in a tile. */
export const maxNames = 40
/** Maximum zoom of drawn tiles. At higher zooms, the browser enlarges the tiles of this one. */
export const maxTileZoom = 12
/** Minimum zoom at which restaurants are drawn as dots. */
export const minRestaurantZoom = 11

/** Draws a tile with land, borders, a grid, the names of cities and districts, and a dot for each restaurant. */
export function drawTile(
  tile: TileCoordinates,
  outlines: OutlineTiles,
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
    ...outlinesInTile(outlines, tile.z, tile.x, tile.y),
    grid: { features: gridOf(tile, inTile) },
    city: { features: cities.map((city) => point(city, tagsOf(city))) },
    restaurant: { features: restaurants.map((one) => point(one, {})) },
  }
  const filled = Object.entries(layers).filter(([, { features }]) => features.length > 0)
  return fromGeojsonVt(Object.fromEntries(filled), { version: 2, extent })
}

/** Minimum populations of the sizes 1, 2 and 3. The style writes larger sizes in larger letters. */
const citySizes = [1, 50_000, 500_000]

const tagsOf = ({ name, population }: City) => ({
  name: name.split(',')[0]!,
  size: citySizes.filter((least) => population >= least).length,
  // If two names overlap, MapLibre shows the one with the lower order.
  order: -population,
})

/** Returns a function that converts a point to the tile's own units. */
function placer({ z, x, y }: TileCoordinates) {
  const side = 2 ** z
  return (point: Point): [number, number] => {
    const [across, down] = toWebMercator(point)
    return [Math.round((across * side - x) * extent), Math.round((down * side - y) * extent)]
  }
}

/** Degrees between two grid lines, by zoom. The steps are small enough that some lines cross every view. */
const steps = [45, 30, 20, 10, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.01]

function gridOf(tile: TileCoordinates, inTile: ReturnType<typeof placer>): TileFeature[] {
  const step = steps[tile.z] ?? 0.01
  const [west, south, east, north] = boundsOfTile(tile)
  const lines: TileFeature[] = []
  const line = (a: Point, b: Point) =>
    lines.push({ type: 2, geometry: [[inTile(a), inTile(b)]], tags: {} })
  for (let at = Math.ceil(west / step); at * step < east; at++)
    line({ latitude: south, longitude: at * step }, { latitude: north, longitude: at * step })
  for (let at = Math.ceil(south / step); at * step < north; at++)
    line({ latitude: at * step, longitude: west }, { latitude: at * step, longitude: east })
  return lines
}
