import type { Point } from '#domain/miles.ts'
import { gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { megabytes, promiseCache } from '#platform/server/cache.ts'
import type { Services } from '#platform/server/services.ts'
import { outlines } from '../drawn/outlines.server.ts'
import { staticMap } from './static-map.server.ts'

/** What is drawn for a place is the same for everyone, and changes with the site's own files alone. */
export function staticMaps({ settings: { stateDir } }: Pick<Services, 'settings'>) {
  const drawn = promiseCache<Buffer>({
    name: 'static-maps',
    bytes: megabytes(4),
    ttl: 3_600_000,
    sizeOf: (picture) => picture.length,
  })
  return (point: Point | undefined, miles: number) =>
    drawn.get(point ? `${point.latitude},${point.longitude},${miles}` : '', async () => {
      const [shapes, cities] = await Promise.all([outlines(stateDir), gazetteer(stateDir)])
      return Buffer.from(staticMap(point ? { point, miles } : null, shapes, cities))
    })
}
