import type { Box } from './gazetteer.server.ts'
import type { GazetteerData } from './build.server.ts'
import { lowerBound } from './packed-texts.ts'

/** The largest cities of a box. All cities are kept in the order of their latitudes from the first question on. */
export function largestWithin({
  latitude,
  longitude,
  population,
}: Pick<GazetteerData, 'latitude' | 'longitude' | 'population'>) {
  let northward: Uint32Array | undefined
  return ([west, south, east, north]: Box, limit: number): number[] => {
    northward ??= Uint32Array.from(latitude.keys()).sort((a, b) => latitude[a]! - latitude[b]!)
    const found: number[] = []
    const order = northward
    const first = lowerBound(order.length, (at) => latitude[order[at]!]! < south)
    for (let at = first; at < order.length; at++) {
      const city = order[at]!
      if (latitude[city]! > north) break
      if (longitude[city]! >= west && longitude[city]! <= east) found.push(city)
    }
    return found.sort((a, b) => population[b]! - population[a]! || a - b).slice(0, limit)
  }
}
