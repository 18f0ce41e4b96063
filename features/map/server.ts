import { pointOf } from '#domain/point.ts'
import { rounded } from '#features/places/rounded.ts'
import { on, Raw } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { chosenBasemap } from './basemap.server.ts'
import {
  basemap,
  drawnTiles,
  mapFilePart,
  restaurantPoints,
  staticMap,
  tileNotFound,
} from './contract.ts'
import { drawnTo } from './drawn/tile.server.ts'
import { tileMaker } from './drawn/tiles.server.ts'
import { drawer } from './drawn/drawer.server.ts'
import { installedMap } from './file/installed.server.ts'
import { partOfMap } from './file/serve.server.ts'
import { staticMaps } from './static/static-maps.server.ts'
import { pointsOf } from './points.server.ts'

export * as calls from './contract.ts'
export { commands } from './commands.ts'

const day = 'public, max-age=86400'

export const handlers = (services: Services) => {
  const drawn = tileMaker(services)
  const drawnStill = staticMaps(services)
  const installed = installedMap(services.settings)

  return [
    on(restaurantPoints, ({ input }) => pointsOf(services.listing, input.restaurants)),
    on(drawnTiles, async ({ input: { z, x, y } }) => {
      if (z > drawnTo || x >= 2 ** z || y >= 2 ** z) throw tileNotFound()
      const headers = { 'Content-Type': 'application/vnd.mapbox-vector-tile' }
      return new Raw(await drawn({ z, x, y }), { ...headers, 'Cache-Control': day })
    }),
    on(staticMap, async ({ input }) => {
      const point = pointOf(input)
      const picture = await drawnStill(point && rounded(point), input.distanceMiles)
      return new Raw(picture, { 'Content-Type': 'image/svg+xml', 'Cache-Control': day })
    }),
    on(basemap, ({ input: { look } }) => chosenBasemap(services, installed, look)),
    on(mapFilePart, ({ input, request }) => partOfMap(installed, input.name, request)),
  ]
}

/** The first run cuts the outlines to pieces, before a visitor waits for them; nobody is kept out meanwhile. */
export const warm = ({ settings, log }: Services): Promise<void> => {
  const draw = drawer(settings.stateDir)
  draw({ asked: null, cities: [] }).catch((error: Error) =>
    log.error({ err: error }, 'the outlines of the drawn map could not be read'),
  )
  return Promise.resolve()
}
