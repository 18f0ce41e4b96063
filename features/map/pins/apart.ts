import { milesBetween, radians, type Point } from '#domain/miles.ts'
import { plural } from '#platform/text/plural.ts'

const directions = 'north, north-east, east, south-east, south, south-west, west, north-west'.split(
  ', ',
)

/** In degrees from north. */
export function bearing(from: Point, to: Point): number {
  const [south, north] = [radians(from.latitude), radians(to.latitude)]
  const east = radians(to.longitude - from.longitude)
  const x = Math.sin(east) * Math.cos(north)
  const y = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(east)
  return ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360
}

function decimalsFor(miles: number) {
  if (miles < 0.1) return 2
  return miles < 10 ? 1 : 0
}

/** How far and in which direction one lies of the other: '0.4 miles north-east of'; null in one spot. */
export function apart(from: Point, to: Point): string | null {
  const miles = milesBetween(from, to)
  if (miles < 0.002) return null
  const way = directions[Math.round(bearing(from, to) / 45) % 8]
  if (miles < 0.01) return `less than 0.01 miles ${way} of`
  const round = Number(miles.toFixed(decimalsFor(miles)))
  return `${plural(round, 'mile')} ${way} of`
}
