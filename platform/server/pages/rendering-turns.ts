/**
 * Rounds of the event loop between two renderings. In one round a single connection is accepted, and a call that asks
 * the database takes several.
 */
const pause = 10

/**
 * Lets pages be rendered one after another with pauses, because a rendering holds the thread for up to 20 ms: other
 * requests are answered in between. Networks take turns, so that the pages of one that asks for many don't hold up
 * those of others.
 */
export function renderingTurns(): (network: string) => Promise<void> {
  const waiting = new Map<string, (() => void)[]>()
  let busy = false

  function next() {
    const [first] = waiting
    busy = first !== undefined
    if (!first) return
    const [network, [begin, ...others]] = first
    // Moves the network to the end, behind all others.
    waiting.delete(network)
    if (others.length > 0) waiting.set(network, others)
    // The page is rendered right after this function, before the next round.
    begin!()
    afterRounds(pause, next)
  }

  return (network) =>
    new Promise((begin) => {
      waiting.set(network, [...(waiting.get(network) ?? []), begin])
      if (!busy) setImmediate(next)
      busy = true
    })
}

function afterRounds(count: number, act: () => void): void {
  setImmediate(() => (count > 1 ? afterRounds(count - 1, act) : act()))
}
