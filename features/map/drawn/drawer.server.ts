import type { Point } from '#domain/position/miles.ts'
import type { City } from '#features/places/gazetteer/gazetteer.server.ts'
import { createConcurrencyLimit } from '#platform/server/http/overload/concurrency-limit.ts'
import { unavailable } from '#platform/contract/failure.ts'
import { timedThread, timedOut } from '#platform/server/timed-thread/timed-thread.ts'
import type { Circle } from '../geometry.ts'
import type { TileCoordinates } from './tile.server.ts'

/** What to draw: a tile of the drawn map, or the static picture of a place (null for the world). */
export type MapRenderJob =
  | { tile: TileCoordinates; cities: City[]; restaurants: Point[] }
  | { place: Circle | null; cities: City[] }

/** Many times as many as a page requests at once, and few enough that the maps of other networks don't wait long. */
const limit = createConcurrencyLimit({ most: { network: 100 } })

const threads = new Map<string, ReturnType<typeof thread>>()

const thread = (stateDir: string) =>
  timedThread<Uint8Array>({
    file: new URL('drawing-thread.server.ts', import.meta.url),
    data: { stateDir },
    // On a site's first start, the thread waits until the outlines are built.
    startTimeout: 600_000,
    limit: 10_000,
    // A page requests about a dozen tiles at once.
    maxWaiting: 500,
    idleTimeout: 30_000,
  })

/**
 * Draws in a separate thread, because a tile or picture that isn't cached takes up to 200 ms to draw, and any visitor
 * can request a thousand of them. Throws a 503 if `network` waits for many already; null is the server itself.
 */
export function createMapRenderer(stateDir: string) {
  const draw = async (what: MapRenderJob): Promise<Buffer> => {
    let ask = threads.get(stateDir)
    if (!ask) threads.set(stateDir, (ask = thread(stateDir)))
    const drawn = await ask(JSON.stringify(what))
    if (drawn === timedOut) throw unavailable()
    return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.length)
  }
  return (what: MapRenderJob, network: string | null): Promise<Buffer> =>
    network === null ? draw(what) : limit.run({ network }, () => draw(what))
}
