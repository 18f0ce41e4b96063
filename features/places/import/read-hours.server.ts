import { timedThread, tooLong } from '#platform/server/timed-thread.ts'
import { megabytes, promiseCache } from '#platform/server/cache.ts'
import { mayBeHours } from './hours-bounds.ts'
import type { OpeningSpan } from './opening-hours.server.ts'

const read = timedThread<OpeningSpan[] | null>({
  file: new URL('opening-hours-thread.server.ts', import.meta.url),
  limit: 2_000,
  most: 50,
})

/** A file of places says the same a thousand times, and to read it takes long. */
const known = promiseCache<OpeningSpan[] | null>({
  name: 'hours',
  bytes: megabytes(4),
  ttl: 600_000,
  sizeOf: (list) => 250 * (list?.length ?? 0),
})

/**
 * An OSM opening_hours text as a list per day; null where the list would not say the same, or where reading it
 * takes too long. Whoever sends it, the thread that answers requests and holds locks isn't held up by it.
 */
export async function readHours(text: string): Promise<OpeningSpan[] | null> {
  if (!mayBeHours(text)) return null
  return known.get(text, async () => {
    const list = await read(text)
    return list === tooLong ? null : list
  })
}
