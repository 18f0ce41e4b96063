import { timedThread, timedOut } from '#platform/server/timed-thread/timed-thread.ts'
import { isHoursTextShortEnough } from './hours-bounds.ts'
import type { OpeningSpan } from './opening-hours.server.ts'

const read = timedThread<OpeningSpan[] | null>({
  file: new URL('opening-hours-thread.server.ts', import.meta.url),
  limit: 2_000,
  maxWaiting: 50,
})

/**
 * Converts an OSM opening_hours text to a list of spans per day. Returns null if the list would not mean the same, or
 * if parsing takes too long. It runs in a separate thread, so that no text can block the thread that handles requests.
 */
export async function parseHoursInThread(text: string): Promise<OpeningSpan[] | null> {
  if (!isHoursTextShortEnough(text)) return null
  const list = await read(text)
  return list === timedOut ? null : list
}
