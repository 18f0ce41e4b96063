import { unavailable } from '#platform/contract/failure.ts'
import type { Viewer } from './handler.ts'
import { networkOf } from './limits.ts'

export type Sender = { viewer: Pick<Viewer, 'id' | 'verified'>; ip: string }

/** Which group of each kind somebody belongs to, such as their network. Null if none of that kind. */
type Groups<Kind extends string> = Record<Kind, string | number | null>

/** Returns the groups of a member who sends something. All unverified members are one group. */
export const groupsOf = ({ viewer, ip }: Sender) => ({
  member: viewer.id,
  network: networkOf(ip),
  unverified: viewer.verified ? null : 'all',
})

/**
 * Counts places that are held at the same time: at most `all`, and at most `shares` of them by one group of each kind,
 * so that a few can't hold all of them.
 */
export function placesFor<Kind extends string>(all: number, shares: Record<Kind, number>) {
  const taken = new Map<string, number>()
  const kinds = Object.keys(shares) as Kind[]
  let count = 0

  const countOf = (key: string) => taken.get(key) ?? 0
  const keysOf = (groups: Groups<Kind>) =>
    kinds.filter((kind) => groups[kind] !== null).map((kind) => `${kind} ${groups[kind]}`)
  const hasRoomFor = (groups: Groups<Kind>) =>
    count < all && kinds.every((kind) => countOf(`${kind} ${groups[kind]}`) < shares[kind])

  return {
    count: () => count,
    hasRoomFor,
    /** Returns a function that leaves the place, or null if there is no place. */
    take(groups: Groups<Kind>): (() => void) | null {
      if (!hasRoomFor(groups)) return null
      const keys = keysOf(groups)
      count++
      for (const key of keys) taken.set(key, countOf(key) + 1)
      return () => {
        count--
        for (const key of keys)
          if (countOf(key) > 1) taken.set(key, countOf(key) - 1)
          else taken.delete(key)
      }
    },
  }
}

/**
 * Gives work a place while it runs or waits for its turn, and refuses it with a 503 if there is none: at most `all`
 * places, and `ofNetwork` of them for one network.
 */
export function placesForWork({ all, ofNetwork }: { all: number; ofNetwork: number }) {
  const places = placesFor(all, { network: ofNetwork })
  return {
    /** Throws a 503 if work of this network would be refused. */
    refuseIfFull(network: string): void {
      if (!places.hasRoomFor({ network })) throw unavailable()
    },
    async run<T>(network: string, work: () => Promise<T>): Promise<T> {
      const leave = places.take({ network })
      if (!leave) throw unavailable()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

type Waiting<Kind extends string> = { groups: Groups<Kind>; begin(leave: () => void): void }

/**
 * Gives work a place while it runs. What finds none waits in memory until one is free for it, in order, but it doesn't
 * keep work of other groups waiting. It is refused with a 503 if too much waits already, or after `patience`
 * milliseconds.
 */
export function placesInTurn<Kind extends string>(most: {
  running: { all: number; shares: Record<Kind, number> }
  waiting: { all: number; shares: Record<Kind, number> }
  patience: number
}) {
  const running = placesFor(most.running.all, most.running.shares)
  const waiting = placesFor(most.waiting.all, most.waiting.shares)
  const line = new Set<Waiting<Kind>>()

  /** Begins what waits and has a place now, so that nobody who comes later can take that place first. */
  function beginWaiting() {
    for (const one of line) {
      const leave = running.take(one.groups)
      if (leave) one.begin(leave)
    }
  }

  function waitForPlace(groups: Groups<Kind>): Promise<() => void> {
    const leaveLine = waiting.take(groups)
    if (!leaveLine) throw unavailable()
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        line.delete(one)
        leaveLine()
      }
      const one: Waiting<Kind> = {
        groups,
        begin(leave) {
          end()
          resolve(leave)
        },
      }
      const timer = setTimeout(() => {
        end()
        reject(unavailable())
      }, most.patience)
      line.add(one)
    })
  }

  return {
    async run<T>(groups: Groups<Kind>, work: () => Promise<T>): Promise<T> {
      const leave = running.take(groups) ?? (await waitForPlace(groups))
      try {
        return await work()
      } finally {
        leave()
        beginWaiting()
      }
    },
  }
}
