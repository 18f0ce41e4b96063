import pLimit from 'p-limit'
import { Away } from '#platform/server/away.ts'
import { breaker, breakerFigures } from '#platform/server/breaker.ts'
import type { Services } from '#platform/server/services.ts'

/** Questions under way, and those that wait for them. */
const atOnce = 16
const waiting = 200

export type Guarded = <T>(question: () => Promise<T>) => Promise<T>

/** One for each style, which may come from elsewhere; what the metrics say is of both. */
export function mapGuards(log: Services['log'], now?: () => number): () => Guarded {
  const figures = breakerFigures('map_source', {
    failures: 'Questions that the map’s source failed to answer.',
    away: 'Sources of the map that are left alone.',
  })
  const words = {
    away: 'the map’s source is away: a drawn map stands in',
    back: 'the map’s source is back',
  }
  return () => {
    const limit = pLimit(atOnce)
    const { ask, isOpen } = breaker({ most: 5, figures, log, words, now })
    return (question) => {
      if (isOpen() || limit.pendingCount >= waiting) return Promise.reject(new Away('outage'))
      return limit(() => ask(question))
    }
  }
}
