import { createConcurrencyLimit } from '../http/concurrency-limit.ts'

/**
 * Rounds of the event loop between two renderings. In one round a single connection is accepted, and a call that asks
 * the database takes several.
 */
const pause = 10
/** Together they wait for two or three seconds. */
const most = 200

/**
 * Lets pages be rendered one after another with pauses, because a rendering holds the thread for up to 20 ms: other
 * requests are answered in between. Throws a 503 if too many pages wait already.
 */
export function renderingTurns(): (network: string) => Promise<void> {
  const limit = createConcurrencyLimit({ running: { all: 1 }, most: { all: most } })
  return (network) =>
    new Promise((begin, refuse) => {
      const turn = () => {
        // The page is rendered right after this function, before the next round.
        begin()
        return rounds(pause)
      }
      limit.run({ network }, turn).catch(refuse)
    })
}

async function rounds(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => void setImmediate(resolve))
}
