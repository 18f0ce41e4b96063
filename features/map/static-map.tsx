import type { Point } from '#domain/miles.ts'
import styles from './static-map.module.css'

/** The ground as a picture in the map's place, until the map has come over it. It isn't fetched where it isn't seen. */
export function StaticMap({ point, miles }: { point: Point | null; miles: number }) {
  const where = point
    ? `?latitude=${point.latitude}&longitude=${point.longitude}&distanceMiles=${miles}`
    : ''
  return (
    <img
      className={styles.picture}
      src={`/api/map/static${where}`}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}
