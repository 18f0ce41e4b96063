import { LRUCache } from 'lru-cache'

type Entry<K, V> = { key: K; value?: V | undefined; loading?: Promise<void> | null }

/**
 * Returns a function that returns values by key, and remembers them for a few seconds. Those that are missing are loaded
 * together, and only once.
 */
export function batchCache<K extends string | number, V>(seconds: number, max: number) {
  const entries = new LRUCache<K, Entry<K, V>>({ max, ttl: seconds * 1_000 })
  return async (keys: K[], load: (missing: K[]) => Promise<Map<K, V>>) => {
    const found = keys.map((key): Entry<K, V> => entries.get(key) ?? { key })
    const added = found.filter(({ loading }) => loading === undefined)
    if (added.length > 0) {
      const loading = load(added.map(({ key }) => key)).then((values) => {
        for (const entry of added)
          Object.assign(entry, { value: values.get(entry.key), loading: null })
      })
      loading.catch(() => added.forEach(({ key }) => entries.delete(key)))
      for (const entry of added) {
        entry.loading = loading
        if (seconds > 0) entries.set(entry.key, entry)
      }
    }
    for (const { loading } of found) if (loading) await loading
    return found.map(({ value }) => value)
  }
}

/** Returns a function that loads a value, and remembers it for a few seconds. */
export function shortCache<V extends object>(seconds: number, max = 1_000) {
  const cached = batchCache<string, V>(seconds, max)
  return async (key: string, load: () => Promise<V>): Promise<V> =>
    (await cached([key], async () => new Map([[key, await load()]])))[0]!
}
