import { timedThread, tooLong } from '#platform/server/timed-thread/timed-thread.ts'
import { mayBeHours } from './hours-bounds.ts'
import type { OpeningSpan } from './opening-hours.server.ts'

const read = timedThread<OpeningSpan[] | null>({
  file: new URL('opening-hours-thread.server.ts', import.meta.url),
  limit: 2_000,
  most: 50,
})

/**
 * An OSM opening_hours text as a list per day; null where the list would not say the same, or where reading it
 * takes too long. Whoever sends it, the thread that answers requests and holds locks isn't held up by it.
 */
export async function readHours(text: string): Promise<OpeningSpan[] | null> {
  if (!mayBeHours(text)) return null
  const list = await read(text)
  return list === tooLong ? null : list
}
