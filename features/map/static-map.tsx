import type { Point } from '#domain/miles.ts'

/**
 * The ground as a picture in the map's place, until the map has come over it: whoever shows it gives it its place. It
 * isn't fetched where it isn't seen.
 */
export function StaticMap({ point, miles }: { point: Point | null; miles: number }) {
  const where = point
    ? `?latitude=${point.latitude}&longitude=${point.longitude}&distanceMiles=${miles}`
    : ''
  return <img src={`/api/map/static${where}`} alt="" loading="lazy" decoding="async" />
}
