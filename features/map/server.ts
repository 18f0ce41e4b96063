import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import * as calls from './contract.ts'

export { calls }

// The operator's map is `map/map.pmtiles` in the state folder. It is shown after the next start.
const mapFolder = ({ settings }: Services) => join(settings.stateDir, 'map')
const fileName = 'map.pmtiles'

export const handlers = (services: Services) => {
  const hasFile = existsSync(join(mapFolder(services), fileName))
  const [light, dark = light] = services.settings.mapStyles
  return [
    implementCall(calls.restaurantPoints, ({ input }) =>
      services.database
        .selectFrom('restaurants')
        .select(['id', 'latitude', 'longitude'])
        .where('id', 'in', input.restaurants.split(',').map(Number))
        .where('deleted_at', 'is', null)
        .where('unconfirmed', '=', false)
        .execute(),
    ),
    implementCall(calls.basemap, () =>
      Promise.resolve({
        styles: light && dark ? { light, dark } : null,
        file: hasFile ? `/map/${fileName}` : null,
      }),
    ),
  ]
}

/** Serves the operator's PMTiles file, of which browsers request ranges. */
export function serve(server: FastifyInstance, services: Services): void {
  if (!existsSync(join(mapFolder(services), fileName))) return
  void server.register(fastifyStatic, {
    root: mapFolder(services),
    prefix: '/map/',
    wildcard: false,
    decorateReply: false,
    maxAge: '1h',
  })
}
