import type { Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { roundPoint } from '#features/places/rounded.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import { networkOf } from '#platform/server/http/limits.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { StorageUnavailableError } from '#platform/server/storage/storage.ts'
import { drawnCredits } from './basemap/attribution.ts'
import * as calls from './contract.ts'
import { createMapRenderer } from './drawn/drawer.server.ts'
import { maxTileZoom } from './drawn/tile.server.ts'
import { tileMaker } from './drawn/tiles.server.ts'
import { installedMap } from './file/installed.server.ts'
import { serveMapFile } from './file/serve.server.ts'
import { largestCitiesIn } from './static/static-map.server.ts'

export { calls }
export { commands } from './commands.ts'

const day = 'public, max-age=86400'

export const handlers = (services: Services) => {
  const drawn = tileMaker(services)
  const drawnStill = staticMaps(services)
  const installed = installedMap(services.settings)

  return [
    implementCall(calls.restaurantPoints, ({ input }) =>
      pointsOf(services.listing, input.restaurants),
    ),
    implementCall(calls.drawnTiles, async ({ input: { z, x, y }, request }) => {
      if (z > maxTileZoom || x >= 2 ** z || y >= 2 ** z) throw calls.tileNotFound()
      const headers = { 'Content-Type': 'application/vnd.mapbox-vector-tile' }
      const tile = await drawn({ z, x, y }, networkOf(request.ip))
      return new RawResponse(tile, { ...headers, 'Cache-Control': day })
    }),
    implementCall(calls.staticMap, async ({ input, request }) => {
      const point = pointFromInput(input)
      const picture = await drawnStill(
        point && roundPoint(point),
        input.distanceMiles,
        networkOf(request.ip),
      )
      return new RawResponse(picture, { 'Content-Type': 'image/svg+xml', 'Cache-Control': day })
    }),
    implementCall(calls.basemap, ({ input: { look } }) => chosenBasemap(services, installed, look)),
    implementCall(calls.mapFilePart, ({ input, request }) =>
      serveMapFile(installed, input.name, request),
    ),
  ]
}

/**
 * Builds the outlines on a site's first start, so that no visitor has to wait for them. The server doesn't wait for
 * them either.
 */
export const warm = ({ settings, log }: Services): Promise<void> => {
  const draw = createMapRenderer(settings.stateDir)
  draw({ place: null, cities: [] }, null).catch((error: Error) =>
    log.error({ err: error }, 'the outlines of the drawn map could not be read'),
  )
  return Promise.resolve()
}

/** Returns the points in no particular order, because the caller matches them by id. */
async function pointsOf(database: Database, list: string) {
  const ids = [...new Set(list.split(',').map(Number))].filter((id) => id >= 1 && id <= 2 ** 31 - 1)
  return database
    .selectFrom('restaurants')
    .select(['id', 'latitude', 'longitude'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('deleted_at', 'is', null)
    .where('unconfirmed', '=', false)
    .execute()
}

type Basemap = OutputOf<typeof calls.basemap>

const openStreetMap = [
  { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' },
]

/** Returns the style from the settings, otherwise the installed file, otherwise the drawn map. */
async function chosenBasemap(
  { settings: { mapStyles }, log }: Pick<Services, 'settings' | 'log'>,
  installed: ReturnType<typeof installedMap>,
  look: 'light' | 'dark',
): Promise<Basemap> {
  const [light, dark = light] = mapStyles
  const style = look === 'dark' ? dark : light
  if (style) return { kind: 'style', style, file: null, attribution: [] }
  const file = await installed.current().catch((error: Error) => {
    const text = 'the installed map could not be read'
    if (error instanceof StorageUnavailableError) log.warn({ err: error.message }, text)
    else log.error({ err: error }, text)
    return null
  })
  if (!file) return { kind: 'drawn', style: null, file: null, attribution: drawnCredits }
  const { attribution, ...facts } = file
  const own = attribution.length > 0 ? attribution : openStreetMap
  return { kind: 'file', style: null, file: facts, attribution: unique([...own, ...drawnCredits]) }
}

const unique = (credits: Basemap['attribution']) => [
  ...new Map(credits.map((credit) => [credit.text, credit])).values(),
]

/**
 * Returns a function that draws the picture of a place. Pictures are cached, because they are the same for everyone and
 * change only with the site's own files.
 */
function staticMaps({ settings: { stateDir } }: Pick<Services, 'settings'>) {
  const draw = createMapRenderer(stateDir)
  const drawn = promiseCache<Buffer>({
    name: 'static-maps',
    bytes: megabytesToBytes(4),
    ttl: 3_600_000,
    sizeOf: (picture) => picture.length,
  })
  return (point: Point | undefined, miles: number, network: string) =>
    drawn.get(point ? `${point.latitude},${point.longitude},${miles}` : '', async () => {
      const place = point ? { point, miles } : null
      const cities = place ? largestCitiesIn(place, await loadGazetteer(stateDir)) : []
      return draw({ place, cities }, network)
    })
}
