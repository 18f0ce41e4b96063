import { on, Raw } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { drawnTiles, restaurantPoints, tileNotFound } from './contract.ts'
import { tileMaker, drawnTo } from './drawn/tiles.server.ts'
import { outlines } from './drawn/outlines.server.ts'
import { pointsOf } from './points.server.ts'

export * as calls from './contract.ts'

export const handlers = (services: Services) => {
  const drawn = tileMaker(services)
  return [
    on(restaurantPoints, ({ input }) => pointsOf(services.listing, input.restaurants)),
    on(drawnTiles, async ({ input: { z, x, y } }) => {
      if (z > drawnTo || x >= 2 ** z || y >= 2 ** z) throw tileNotFound()
      return new Raw(await drawn({ z, x, y }), {
        'Content-Type': 'application/vnd.mapbox-vector-tile',
        'Cache-Control': 'public, max-age=86400',
      })
    }),
  ]
}

/** The first run cuts the outlines to pieces, before a visitor waits for them; nobody is kept out meanwhile. */
export const warm = ({ settings, log }: Services): Promise<void> => {
  outlines(settings.stateDir).catch((error: Error) =>
    log.error({ err: error }, 'the outlines of the drawn map could not be read'),
  )
  return Promise.resolve()
}
