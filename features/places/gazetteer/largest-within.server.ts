import type { Box } from './gazetteer.server.ts'
import type { GazetteerData } from './build.server.ts'
import { lowerBound } from './packed-texts.ts'

/** The largest cities of a box. A box may be the world: only as many as are asked for are kept in their order. */
export function largestWithin({
  latitude,
  longitude,
  population,
  northward,
}: Pick<GazetteerData, 'latitude' | 'longitude' | 'population' | 'northward'>) {
  const isLarger = (a: number, b: number) =>
    population[a] === population[b] ? a < b : population[a]! > population[b]!
  return ([west, south, east, north]: Box, limit: number): number[] => {
    const found: number[] = []
    const first = lowerBound(northward.length, (at) => latitude[northward[at]!]! < south)
    for (let at = first; at < northward.length; at++) {
      const city = northward[at]!
      if (latitude[city]! > north) break
      if (longitude[city]! < west || longitude[city]! > east) continue
      if (found.length === limit && !isLarger(city, found.at(-1)!)) continue
      found.splice(
        lowerBound(found.length, (place) => isLarger(found[place]!, city)),
        0,
        city,
      )
      if (found.length > limit) found.pop()
    }
    return found
  }
}
