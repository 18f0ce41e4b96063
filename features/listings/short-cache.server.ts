import { LRUCache } from 'lru-cache'

/**
 * Returns a function that loads a value, or returns the one that was loaded for the same key in the last few seconds.
 * Requests at the same time share one load.
 */
export function shortCache<V extends object>(seconds: number, max = 1_000) {
  const values = new LRUCache<string, V, () => Promise<V>>({
    max,
    ttl: seconds * 1_000,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: load }) => load(),
  })
  return async (key: string, load: () => Promise<V>): Promise<V> =>
    (seconds > 0 && (await values.fetch(key, { context: load }))) || load()
}
