import { pointOf } from '#domain/point.ts'
import { rounded } from '#features/places/rounded.ts'
import { Away } from '#platform/server/away.ts'
import { on, Raw } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { chosenBasemap } from './basemap.server.ts'
import {
  basemap,
  drawnTiles,
  mapAway,
  mapFilePart,
  restaurantPoints,
  staticMap,
  styleData,
  styleGlyphs,
  styleSprite,
  styleTile,
  tileNotFound,
} from './contract.ts'
import { drawnTo, tileMaker } from './drawn/tiles.server.ts'
import { outlines } from './drawn/outlines.server.ts'
import { installedMap } from './file/installed.server.ts'
import { partOfMap } from './file/serve.server.ts'
import { staticMaps } from './static/static-maps.server.ts'
import { pointsOf } from './points.server.ts'
import type { Fetched } from './upstream/fetch.server.ts'
import { mapUpstreams, type MapUpstream } from './upstream/upstream.server.ts'

export * as calls from './contract.ts'
export { commands } from './commands.ts'

const day = 'public, max-age=86400'
const week = 'public, max-age=604800'

export const handlers = (services: Services) => {
  const drawn = tileMaker(services)
  const drawnStill = staticMaps(services)
  const installed = installedMap(services.settings)
  const { all: upstreams, of } = mapUpstreams(services)

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
    on(basemap, ({ input: { look } }) => chosenBasemap(upstreams, installed, look, services.log)),
    on(mapFilePart, ({ input, request }) => partOfMap(installed, input.name, request)),
    on(styleTile, ({ input }) => passed(of(input.source)?.tile(input), day)),
    on(styleGlyphs, async ({ input: { stack, range } }) => {
      const [begin = 0, end = 0] = range.split('-').map(Number)
      if (begin % 256 !== 0 || end !== begin + 255 || end > 65_535) throw tileNotFound()
      const upstream = await having(upstreams, stack)
      return passed(upstream?.glyphs(stack, range), week)
    }),
    on(styleSprite, ({ input: { sheet, file } }) => passed(of(sheet)?.sprite(sheet, file), week)),
    on(styleData, ({ input: { index } }) => passed(of(index)?.data(index), day)),
  ]
}

async function having(upstreams: MapUpstream[], stack: string) {
  for (const upstream of upstreams) if (await away(upstream.writes(stack))) return upstream
  return undefined
}

async function away<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    throw error instanceof Away ? mapAway() : error
  }
}

async function passed(question: Promise<Fetched | null> | undefined, cache: string): Promise<Raw> {
  const file = question && (await away(question))
  if (!file) throw tileNotFound()
  return new Raw(file.body, { 'Content-Type': file.type, 'Cache-Control': cache })
}

/** The first run cuts the outlines to pieces, before a visitor waits for them; nobody is kept out meanwhile. */
export const warm = ({ settings, log }: Services): Promise<void> => {
  outlines(settings.stateDir).catch((error: Error) =>
    log.error({ err: error }, 'the outlines of the drawn map could not be read'),
  )
  return Promise.resolve()
}
