import type { Point } from '#domain/position/miles.ts'

/** A picture of the map, shown until the map itself is drawn over it. It isn't fetched while it is out of view. */
export function StaticMap({ point, miles }: { point: Point | null; miles: number }) {
  const where = point
    ? `?latitude=${point.latitude}&longitude=${point.longitude}&distanceMiles=${miles}`
    : ''
  return <img src={`/api/map/static${where}`} alt="" loading="lazy" decoding="async" />
}
