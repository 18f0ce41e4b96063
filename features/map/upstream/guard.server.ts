import pLimit from 'p-limit'
import { gauge } from '#platform/server/gauges.ts'
import type { Services } from '#platform/server/services.ts'
import { MapAway, type AwayReason } from './fetch.server.ts'

/** So many failures in a row, and it is left alone for a while. */
const maxFailures = 5
const pauses: Record<AwayReason, number> = {
  'time-out': 30_000,
  outage: 30_000,
  malformed: 30_000,
  forbidden: 30_000,
  quota: 60_000,
  // A wrong key is mended by a person.
  refused: 300_000,
}
const longestPause = 3_600_000
/** Questions under way, and those that wait for them. */
const atOnce = 16
const waiting = 200

/** Keeps a source that fails from holding everyone up; the operator reads of it in the log, once each way, and in the metrics. */
export function mapGuard(log: Services['log'], now: () => number = () => performance.now()) {
  const limit = pLimit(atOnce)
  let failures = 0
  let total = 0
  let until = 0
  let told = false
  gauge('map_source_failures', 'Questions that the map’s source failed to answer.', () => total)
  gauge('map_source_away', '1 while the map’s source is left alone.', () => (told ? 1 : 0))

  function failed({ reason, pause }: MapAway) {
    failures += 1
    total += 1
    if (reason !== 'quota' && reason !== 'refused' && failures < maxFailures) return
    until = now() + Math.min(pause ?? pauses[reason], longestPause)
    if (!told) log.error({ reason }, 'the map’s source is away: a drawn map stands in')
    told = true
  }

  return async <T>(question: () => Promise<T>): Promise<T> => {
    if (now() < until || limit.pendingCount >= waiting) throw new MapAway('outage')
    return limit(async () => {
      if (now() < until) throw new MapAway('outage')
      // Of those who come while it is away one asks, the others don't wait for it.
      if (told) until = now() + pauses.outage
      try {
        const answer = await question()
        if (told) log.warn('the map’s source is back')
        failures = until = 0
        told = false
        return answer
      } catch (error) {
        if (error instanceof MapAway) failed(error)
        throw error
      }
    })
  }
}
