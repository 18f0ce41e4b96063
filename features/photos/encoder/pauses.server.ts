import { LRUCache } from 'lru-cache'
import { rateLimitRefusal } from '#platform/server/http/limits.ts'

/**
 * Makes members wait before their next picture after one for which the encoder had to be killed, because each such
 * picture keeps all others waiting. The site's own pages never send one: they send a small JPEG.
 */
export function pausesOf(milliseconds: number) {
  const pausing = new LRUCache<number, true>({ max: 10_000, ttl: milliseconds })
  return {
    begin: (userId: number) => void pausing.set(userId, true),
    /** Throws a 429 if this member has to wait. */
    refuseIfPausing(userId: number): void {
      const left = pausing.getRemainingTTL(userId)
      if (left > 0) throw rateLimitRefusal(Math.ceil(left / 1000))
    },
  }
}
