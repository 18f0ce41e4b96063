import { earthRadius, milesBetween, radians, type Point } from '#domain/miles.ts'
import { distances, type Distance } from '#domain/distances.ts'

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
  const [north, east, south, west] = [0, 90, 180, 270].map((one) => away(point, miles, one))
  return [
    [west!.longitude, south!.latitude],
    [east!.longitude, north!.latitude],
  ]
}

/** The smallest of the distances that reaches a view's corner from its middle; the largest where none does. */
export const covering = (middle: Point, corner: Point): Distance =>
  distances.toReversed().find((one) => one >= milesBetween(middle, corner)) ?? distances[0]
