import { LRUCache } from 'lru-cache'

type Entry<K, V> = { key: K; value?: V | undefined; loading?: Promise<void> | null }

/** Remembers values by key for a few seconds. Those that are missing are loaded together, and only once. */
export function batchCache<K extends string | number, V>(seconds: number, max: number) {
  const entries = new LRUCache<K, Entry<K, V>>({ max, ttl: seconds * 1_000 })
  return async (keys: K[], load: (missing: K[]) => Promise<Map<K, V>>) => {
    const found = keys.map((key): Entry<K, V> => entries.get(key) ?? { key })
    const added = found.filter(({ loading }) => loading === undefined)
    const fill = async () => {
      const values = await load(added.map(({ key }) => key))
      for (const entry of added)
        Object.assign(entry, { value: values.get(entry.key), loading: null })
    }
    const loading = added.length > 0 ? fill() : null
    loading?.catch(() => added.forEach(({ key }) => entries.delete(key)))
    for (const entry of added) {
      entry.loading = loading
      if (seconds > 0) entries.set(entry.key, entry)
    }
    // Fails with the first load that does, although others may still wait for a database that hangs.
    if (found.some(({ loading }) => loading)) await Promise.all(found.map(({ loading }) => loading))
    return found.map(({ value }) => value)
  }
}

/** Remembers values like `batchCache`, each loaded by itself. */
export function shortCache<V extends object>(seconds: number, max = 1_000) {
  const cached = batchCache<string, V>(seconds, max)
  return async (key: string, load: () => Promise<V>): Promise<V> =>
    (await cached([key], async () => new Map([[key, await load()]])))[0]!
}
