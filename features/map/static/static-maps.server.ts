import type { Point } from '#domain/miles.ts'
import { gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { megabytes, promiseCache } from '#platform/server/cache.ts'
import type { Services } from '#platform/server/services.ts'
import { drawer } from '../drawn/drawer.server.ts'
import { namedIn } from './static-map.server.ts'

/** What is drawn for a place is the same for everyone, and changes with the site's own files alone. */
export function staticMaps({ settings: { stateDir } }: Pick<Services, 'settings'>) {
  const draw = drawer(stateDir)
  const drawn = promiseCache<Buffer>({
    name: 'static-maps',
    bytes: megabytes(4),
    ttl: 3_600_000,
    sizeOf: (picture) => picture.length,
  })
  return (point: Point | undefined, miles: number) =>
    drawn.get(point ? `${point.latitude},${point.longitude},${miles}` : '', async () => {
      const asked = point ? { point, miles } : null
      const cities = asked ? namedIn(asked, await gazetteer(stateDir)) : []
      return draw({ asked, cities })
    })
}
