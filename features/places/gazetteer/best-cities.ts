import type { Point } from '#domain/miles.ts'
import type { GazetteerData } from './build.server.ts'

/** Half the side of the box round a point whose cities come first, in degrees. */
const bias = 0.1

type Found = { city: number; near: boolean; score: number }

export type Best = ReturnType<typeof bestOf>

/** Within the box round a point whose cities come first. */
export const isAround = (city: Point, near: Point) =>
  Math.abs(city.latitude - near.latitude) <= bias &&
  Math.abs(((city.longitude - near.longitude + 540) % 360) - 180) <= bias

/** The best few so far, each city once; what can't be among them is dropped before it is looked at. */
export function bestOf(
  { latitude, longitude }: GazetteerData,
  near: Point | undefined,
  limit: number,
) {
  const found: Found[] = []
  const isNear = (city: number) =>
    near !== undefined && isAround({ latitude: latitude[city]!, longitude: longitude[city]! }, near)
  const isBefore = (a: Found, b: Found) =>
    a.near === b.near ? a.score > b.score || (a.score === b.score && a.city < b.city) : a.near
  return {
    found,
    offer(city: number, score: number, fits: () => boolean) {
      const one = { city, near: isNear(city), score }
      if (found.length === limit && !isBefore(one, found[limit - 1]!)) return
      if (!fits()) return
      const again = found.findIndex((other) => other.city === city)
      if (again !== -1) {
        if (!isBefore(one, found[again]!)) return
        found.splice(again, 1)
      }
      const at = found.findIndex((other) => isBefore(one, other))
      found.splice(at === -1 ? found.length : at, 0, one)
      if (found.length > limit) found.pop()
    },
  }
}
