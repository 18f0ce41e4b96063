import { earthRadius, milesBetween, radians, type Point } from '#domain/miles.ts'
import { distances, type Distance } from '#domain/distances.ts'
import { plural } from '#platform/text/plural.ts'

export type Circle = { point: Point; miles: number }

const degrees = (angle: number) => (angle * 180) / Math.PI

/** The point so many miles away in a direction, in degrees from north. */
export function away({ latitude, longitude }: Point, miles: number, direction: number): Point {
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

/** Longitude first, as GeoJSON has it; closed. */
export const circleAround = (point: Point, miles: number): [number, number][] =>
  Array.from({ length: 97 }, (_, step) => {
    const { latitude, longitude } = away(point, miles, (step % 96) * 3.75)
    return [longitude, latitude]
  })

/** South-west and north-east of what the circle fills. */
export function boundsOf(point: Point, miles: number): [[number, number], [number, number]] {
  const [north, east, south, west] = [0, 90, 180, 270].map((direction) =>
    away(point, miles, direction),
  )
  return [
    [west!.longitude, south!.latitude],
    [east!.longitude, north!.latitude],
  ]
}

/** The smallest of the distances that reaches a view's corner from its middle; the largest where none does. */
export const covering = (middle: Point, corner: Point): Distance =>
  distances.toReversed().find((distance) => distance >= milesBetween(middle, corner)) ??
  distances[0]

const lengths = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.02]
const feet = 5280

/** The longest round length that fits into so many px of the map, how it is written, and how wide it is. */
export function scaleOf(milesPerPixel: number, room: number) {
  const miles = lengths.find((length) => length / milesPerPixel <= room) ?? lengths.at(-1)!
  const text =
    miles >= 0.25
      ? `${miles} mi`
      : `${(Math.round((miles * feet) / 50) * 50).toLocaleString('en-US')} ft`
  return { text, width: Math.round(miles / milesPerPixel) }
}

/** Where a point lies on the square map of the world (Web Mercator), from 0 to 1 eastwards and southwards. */
export function onWorld({ latitude, longitude }: Point): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [(longitude + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

export const fromWorld = (x: number, y: number): Point => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: x * 360 - 180,
})

/** A map of the world's middle latitudes, where nobody asked for a place. */
export const anywhere = { center: [-40, 30] as [number, number], zoom: 1.2 }

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

type Spot = { x: number; y: number }

/**
 * Marks that would lie on one another become one. Taken in the order given, best first, so that the best of a
 * neighbourhood keeps its place.
 */
export function clustersOf<S extends Spot>(spots: S[], apart: number): (Spot & { members: S[] })[] {
  const clusters: (Spot & { members: S[] })[] = []
  for (const spot of spots) {
    const near = clusters.find(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < apart)
    if (near) near.members.push(spot)
    else clusters.push({ x: spot.x, y: spot.y, members: [spot] })
  }
  return clusters
}
