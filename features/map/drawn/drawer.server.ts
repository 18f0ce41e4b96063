import type { Point } from '#domain/miles.ts'
import type { City } from '#features/places/gazetteer/gazetteer.server.ts'
import { away } from '#platform/server/probe.ts'
import { timedThread, tooLong } from '#platform/server/timed-thread/timed-thread.ts'
import type { Circle } from '../geometry.ts'
import type { Tile } from './tile.server.ts'

/** A tile of the drawn map, or the still picture of what is asked for. */
export type ToDraw =
  | { tile: Tile; cities: City[]; restaurants: Point[] }
  | { place: Circle | null; cities: City[] }

const threads = new Map<string, ReturnType<typeof thread>>()

const thread = (stateDir: string) =>
  timedThread<Uint8Array>({
    file: new URL('drawing-thread.server.ts', import.meta.url),
    data: { stateDir },
    // The first of a site cuts the outlines to pieces before it draws.
    beginning: 600_000,
    limit: 10_000,
    // A screen asks for a dozen at once.
    most: 500,
    idle: 30_000,
  })

/**
 * Draws in a thread of its own: what nobody has asked for yet takes up to a fifth of a second, and any visitor may
 * ask for a thousand of them.
 */
export function drawer(stateDir: string) {
  return async (what: ToDraw): Promise<Buffer> => {
    let ask = threads.get(stateDir)
    if (!ask) threads.set(stateDir, (ask = thread(stateDir)))
    const drawn = await ask(JSON.stringify(what))
    if (drawn === tooLong) throw away()
    return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.length)
  }
}
