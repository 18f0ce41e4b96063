import { unavailable } from '#platform/contract/failure.ts'

type Limits = {
  /** Maximum number of works that run or wait at the same time. */
  all: number
  /** Maximum number of them for one network, so that one can't take all places. */
  ofNetwork: number
}

/** Gives work a place while it runs or waits for its turn, and refuses it with a 503 if there is none. */
export function placesForWork({ all, ofNetwork }: Limits) {
  const taken = new Map<string, number>()
  let count = 0

  function refuseIfFull(network: string): void {
    if (count >= all || (taken.get(network) ?? 0) >= ofNetwork) throw unavailable()
  }

  return {
    /** Throws a 503 if work of this network would be refused. */
    refuseIfFull,
    async run<T>(network: string, work: () => Promise<T>): Promise<T> {
      refuseIfFull(network)
      count++
      taken.set(network, (taken.get(network) ?? 0) + 1)
      try {
        return await work()
      } finally {
        count--
        const left = taken.get(network)! - 1
        if (left > 0) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}
