import { createConcurrencyLimit } from '../http/overload/concurrency-limit.ts'

/**
 * Rounds of the event loop between two renderings. In one round a single connection is accepted, and a call that asks
 * the database takes several.
 */
const pause = 10
/** Together they wait for two or three seconds. */
const most = 200

/** The turn of one page. */
export type Turn = {
  /** Lets the page wait in the line of another network that asks for it, too. It begins when the first turn comes. */
  join(network: string): void
  /** Resolves when the page may be rendered, once its data is loaded. Throws a 503 if too many pages wait already. */
  wait(): Promise<void>
}

/**
 * Lets pages be rendered one after another with pauses, because a rendering holds the thread for up to 20 ms: other
 * requests are answered in between. Returns a function that creates the turn of a page.
 */
export function renderingTurns(): () => Turn {
  const limit = createConcurrencyLimit({ running: { all: 1 }, most: { all: most } })
  return () => {
    const networks = new Set<string>()
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
    let [isLoaded, hasBegun, lines] = [false, false, 0]

    function enter(network: string) {
      lines++
      const turn = async () => {
        if (hasBegun) return
        hasBegun = true
        // The page is rendered right after this function, before the next round.
        begin()
        await rounds(pause)
      }
      limit.run({ network }, turn).catch((error: unknown) => {
        lines--
        if (lines === 0 && !hasBegun) refuse(error)
      })
    }

    return {
      join(network) {
        if (networks.has(network)) return
        networks.add(network)
        if (isLoaded && !hasBegun) enter(network)
      },
      wait() {
        isLoaded = true
        for (const network of networks) enter(network)
        return promise
      },
    }
  }
}

async function rounds(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => void setImmediate(resolve))
}
