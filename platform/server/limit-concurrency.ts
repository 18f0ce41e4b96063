import pLimit from 'p-limit'
import { unavailable } from '#platform/contract/failure.ts'

/** Returns a function that runs at most `running` works at once. `waiting` more wait; beyond that it throws 503. */
export function limitConcurrency(running: number, waiting: number) {
  const limit = pLimit(running)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw unavailable()
    return limit(work)
  }
}
