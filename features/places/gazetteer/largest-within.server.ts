import type { Box } from './gazetteer.server.ts'
import type { GazetteerData } from './build.server.ts'

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
    for (let at = firstFrom(northward, latitude, south); at < northward.length; at++) {
      const city = northward[at]!
      if (latitude[city]! > north) break
      if (longitude[city]! >= west && longitude[city]! <= east) found.push(city)
    }
    return found.sort((a, b) => population[b]! - population[a]! || a - b).slice(0, limit)
  }
}

function firstFrom(order: Uint32Array, latitude: Float64Array, south: number) {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (latitude[order[middle]!]! < south) low = middle + 1
    else high = middle
  }
  return low
}
