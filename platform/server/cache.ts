import { LRUCache } from 'lru-cache'

type Options<T> = {
  /** Name of the cache in the metrics. */
  name: string
  /** Maximum total size of all entries. */
  bytes: number
  /** Milliseconds from the call of `make` until an entry expires. The data may be as old as that call. */
  ttl: number
  sizeOf(value: T): number
  /** Returns whether to cache a value. Other values are only returned to the callers already waiting for them. */
  shouldCache?(value: T): boolean
  now?(): number
}

export type PromiseCache<T> = {
  /** Returns the cached or pending value, else calls `make`. Concurrent callers share a call. Errors aren't cached. */
  get(key: string, make: () => Promise<T>): Promise<T>
  has(key: string): boolean
}

type Entry<T> = { promise: Promise<T> }
type Usage = { entries: number; bytes: number; maxBytes: number; hits: number; misses: number }

// Approximate bytes for the key, the promise and the cache's own bookkeeping.
const overhead = (key: string) => 2 * key.length + 500

const open = new Map<string, () => Usage>()

/** Returns the usage of every cache in this process, by name: entries, bytes, maximum bytes, hits and misses. */
export const cacheUsage = (): [name: string, use: Usage][] =>
  [...open].map(([name, use]) => [name, use()])

/** Creates a cache with a maximum size in bytes. Expired entries are removed even if nobody requests them again. */
export function promiseCache<T>(options: Options<T>): PromiseCache<T> {
  const { bytes, ttl, sizeOf, shouldCache = () => true, now = () => performance.now() } = options
  const kept = new LRUCache<string, Entry<T>>({
    maxSize: bytes,
    ttl,
    ttlResolution: 0,
    perf: { now },
  })
  let [hits, misses] = [0, 0]
  open.set(options.name, () => ({
    entries: kept.size,
    bytes: kept.calculatedSize,
    maxBytes: bytes,
    hits,
    misses,
  }))
  let timer: NodeJS.Timeout | undefined

  function sweep() {
    kept.purgeStale()
    timer = kept.size > 0 ? setTimeout(sweep, ttl).unref() : undefined
  }

  function begin(key: string, make: () => Promise<T>): Promise<T> {
    const start = now()
    // False if this entry has expired or been evicted meanwhile.
    const mine = () => kept.peek(key)?.promise === promise
    const weighed = async () => {
      try {
        const value = await make()
        const size = overhead(key) + Math.ceil(sizeOf(value))
        if (mine()) {
          if (shouldCache(value)) kept.set(key, { promise }, { size, start })
          else kept.delete(key)
        }
        return value
      } catch (error) {
        if (mine()) kept.delete(key)
        throw error
      }
    }
    const promise = weighed()
    // The value's size isn't known yet.
    kept.set(key, { promise }, { size: overhead(key), start })
    timer ??= setTimeout(sweep, ttl).unref()
    return promise
  }

  return {
    get(key, make) {
      const found = kept.get(key)?.promise
      if (found) hits++
      else misses++
      return found ?? begin(key, make)
    },
    has: (key) => kept.has(key),
  }
}

export const megabytesToBytes = (count: number) => count * 1024 * 1024
