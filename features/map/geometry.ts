import { earthRadius, milesBetween, radians, type Point } from '#domain/position/miles.ts'
import { distanceOptions, type DistanceOption } from '#domain/position/distances.ts'
import { distanceInWords, type DistanceUnit, inUnit } from '#platform/text/distance.ts'
import { countWithNoun } from '#platform/text/plural.ts'

export type Circle = { point: Point; miles: number }

const degrees = (angle: number) => (angle * 180) / Math.PI

/** Returns the point that is `miles` away in a direction, in degrees clockwise from north. */
export function destinationPoint(
  { latitude, longitude }: Point,
  miles: number,
  direction: number,
): Point {
  const [angle, bearing] = [miles / earthRadius, radians(direction)]
  const from = radians(latitude)
  const to = Math.asin(
    Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing),
  )
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  )
  return { latitude: degrees(to), longitude: longitude + degrees(turned) }
}

/** Returns the circle as a closed ring of [longitude, latitude], the order that GeoJSON uses. */
export const circleAround = (point: Point, miles: number): [number, number][] =>
  Array.from({ length: 97 }, (_, step) => {
    const { latitude, longitude } = destinationPoint(point, miles, (step % 96) * 3.75)
    return [longitude, latitude]
  })

/** Returns the south-west and north-east corners of the circle's bounds, each as [longitude, latitude]. */
export function boundsOfCircle(point: Point, miles: number): [[number, number], [number, number]] {
  const [north, east, south, west] = [0, 90, 180, 270].map((direction) =>
    destinationPoint(point, miles, direction),
  )
  return [
    [west!.longitude, south!.latitude],
    [east!.longitude, north!.latitude],
  ]
}

/** Returns the smallest option that reaches from a view's middle to its corner, or the largest one if none does. */
export const distanceCovering = (middle: Point, corner: Point): DistanceOption =>
  distanceOptions.toReversed().find((distance) => distance >= milesBetween(middle, corner)) ??
  distanceOptions[0]

/** View of the world's middle latitudes, for a map without a place. */
export const worldView = { center: [-40, 30] as [number, number], zoom: 1.2 }

const directions = 'north, north-east, east, south-east, south, south-west, west, north-west'.split(
  ', ',
)

/** Returns the direction of `to` from `from`, in degrees clockwise from north. */
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

/**
 * Describes where `to` lies, without naming `from`, such as '0.4 miles north-east of'. Returns null if both are in the
 * same spot.
 */
export function distanceAndDirectionText(
  from: Point,
  to: Point,
  unit: DistanceUnit,
): string | null {
  const miles = milesBetween(from, to)
  if (miles < 0.002) return null
  const way = directions[Math.round(bearing(from, to) / 45) % 8]
  const meters = Math.round(inUnit(miles, 'km') * 1000)
  if (unit === 'km' && meters < 1000) return `${countWithNoun(meters, 'meter')} ${way} of`
  if (unit === 'km') return `${distanceInWords(miles, unit)} ${way} of`
  if (miles < 0.01) return `less than 0.01 miles ${way} of`
  const round = Number(miles.toFixed(decimalsFor(miles)))
  return `${countWithNoun(round, 'mile')} ${way} of`
}

type Spot = { x: number; y: number }

/**
 * Groups spots into clusters: each spot joins a cluster whose first spot is less than `apart` px away. `spots` must be
 * in order of rank, because each cluster is placed at its first spot.
 */
export function groupNearbySpots<S extends Spot>(
  spots: S[],
  apart: number,
): (Spot & { members: S[] })[] {
  const clusters: (Spot & { members: S[] })[] = []
  for (const spot of spots) {
    const near = clusters.find(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < apart)
    if (near) near.members.push(spot)
    else clusters.push({ x: spot.x, y: spot.y, members: [spot] })
  }
  return clusters
}
