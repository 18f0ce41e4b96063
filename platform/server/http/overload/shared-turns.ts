import { createConcurrencyLimit, type Options } from './concurrency-limit.ts'

/** The turn of one piece of work, which waits in the lines of all networks that ask for it. */
type Turn<T> = { done: Promise<T>; join(network: string): void }

/**
 * Lets networks take turns with work that several of them may ask for, such as drawing a page. Returns a function that
 * resolves with what `work` makes for the key, in the turn that comes first of all networks that wait for it, and rejects
 * with a 503 if too many wait.
 */
export function createSharedTurns<T>(bounds: Options) {
  const limit = createConcurrencyLimit(bounds)
  const waiting = new Map<string, Turn<T>>()

  function createTurn(key: string, work: () => Promise<T>): Turn<T> {
    const networks = new Set<string>()
    const { promise: done, resolve, reject } = Promise.withResolvers<T>()
    const end = new AbortController()
    let lines = 0
    /** Leaves all lines, and lets nobody join from now on. */
    const leave = () => {
      waiting.delete(key)
      end.abort()
    }
    const begin = async () => {
      if (end.signal.aborted) return
      leave()
      resolve(work())
      await done
    }
    return {
      done,
      join(network) {
        if (networks.has(network)) return
        networks.add(network)
        lines++
        limit.run({ network }, begin, end.signal).catch((error: unknown) => {
          lines--
          if (lines > 0 || end.signal.aborted) return
          leave()
          reject(error)
        })
      },
    }
  }

  return (key: string, network: string, work: () => Promise<T>): Promise<T> => {
    const turn = waiting.get(key) ?? createTurn(key, work)
    waiting.set(key, turn)
    turn.join(network)
    return turn.done
  }
}
