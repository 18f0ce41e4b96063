import { LRUCache } from 'lru-cache'

type Options<T> = {
  /** As it is called in the metrics. */
  name: string
  /** What all entries together may take. */
  bytes: number
  /** Milliseconds; they count from when the making begins, because that is how old its data may be. */
  ttl: number
  sizeOf(value: T): number
  /** Other answers go to those waiting for them and aren't kept. */
  keeps?(value: T): boolean
  now?(): number
}

export type PromiseCache<T> = {
  /** One making for all who ask meanwhile and until it lapses. A failure isn't kept. */
  get(key: string, make: () => Promise<T>): Promise<T>
  has(key: string): boolean
}

type Entry<T> = { promise: Promise<T> }
type Use = { entries: number; bytes: number; most: number; hits: number; misses: number }

// The key, the promise and what the cache itself writes down about them.
const overhead = (key: string) => 2 * key.length + 500

const open = new Map<string, () => Use>()

/** Entries and bytes of every cache of this process, and the bytes it may take, by name. */
export const cacheUse = (): [name: string, use: Use][] =>
  [...open].map(([name, use]) => [name, use()])

/** A cache bounded by bytes; expired entries are removed whether or not they are asked for again. */
export function promiseCache<T>(options: Options<T>): PromiseCache<T> {
  const { bytes, ttl, sizeOf, keeps = () => true, now = () => performance.now() } = options
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
    most: bytes,
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
    // Unless it has lapsed or given way meanwhile.
    const mine = () => kept.peek(key)?.promise === promise
    const weighed = async () => {
      try {
        const value = await make()
        const size = overhead(key) + Math.ceil(sizeOf(value))
        if (mine()) {
          if (keeps(value)) kept.set(key, { promise }, { size, start })
          else kept.delete(key)
        }
        return value
      } catch (error) {
        if (mine()) kept.delete(key)
        throw error
      }
    }
    const promise = weighed()
    // Of unknown size as yet.
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

export const megabytes = (count: number) => count * 1024 * 1024
