import { unavailable } from '#platform/contract/failure.ts'
import type { Viewer } from '../handler.ts'
import { networkOf } from '../limits.ts'

type WithoutPermit = <T>(work: () => Promise<T>) => Promise<T>
const prefixOf = (network: string) => network

export type Sender = { viewer: Pick<Viewer, 'id' | 'verified'>; ip: string }

/** Who asks for some work. Visitors have only a network (see `networkOf`). */
export type Requester = { network: string; member?: number; isUnverified?: boolean }

export const requesterOf = ({ viewer, ip }: Sender | { viewer: null; ip: string }): Requester => ({
  network: networkOf(ip),
  ...(viewer && { member: viewer.id, isUnverified: !viewer.verified }),
})

/**
 * How much at the same time: of all, of each network prefix, of each network, of each member, and of all unverified
 * members together.
 */
type Bounds = {
  all?: number
  prefix?: number
  network?: number
  member?: number
  unverified?: number
}

export type Options = {
  /** How much may run or wait. More is refused. */
  most: Bounds
  /** How much of it may run. The rest waits in memory. Left out if nothing waits. */
  running?: Bounds
  /** Milliseconds after which what waits is refused. */
  patience?: number
}

/** What waits, by network prefix. */
type Lines = Map<string, Set<Waiting>>
type Semaphore = ReturnType<typeof createSemaphore>
type Work<T> = (withoutPermit: WithoutPermit) => Promise<T>
type Waiting = { requester: Requester; begin(release: () => void): void; refuse(): void }

/**
 * Limits how much work runs at the same time, and refuses more with a 503. What waits begins as soon as its bounds
 * allow, and network prefixes (see `prefixOf`) take turns. If too much waits, the last of the prefix that has most
 * waiting is refused, so that those who ask for much only keep themselves waiting.
 */
export function createConcurrencyLimit({ most, running = {}, patience }: Options) {
  const inside = createSemaphore(most)
  const atWork = createSemaphore(running)
  const lines: Lines = new Map()

  /** Resolves with the permit to run. `giveUp` gives the place back at once, because another may take it. */
  function wait(
    requester: Requester,
    giveUp: () => void,
    signal?: AbortSignal,
  ): Promise<() => void> {
    const prefix = prefixOf(requester.network)
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', waiting.refuse)
        const line = lines.get(prefix)!
        line.delete(waiting)
        if (line.size === 0) lines.delete(prefix)
      }
      const waiting: Waiting = {
        requester,
        begin(release) {
          leave()
          resolve(release)
        },
        refuse() {
          leave()
          giveUp()
          reject(unavailable())
        },
      }
      const timer = patience === undefined ? undefined : setTimeout(waiting.refuse, patience)
      signal?.addEventListener('abort', waiting.refuse)
      lines.set(prefix, (lines.get(prefix) ?? new Set()).add(waiting))
    })
  }

  const beginWaiting = () => beginInTurn(lines, atWork)
  const replaceableFor = (requester: Requester) =>
    findReplaceable(lines, requester, inside.fullFor(requester))
  const hasRoomFor = (requester: Requester) => inside.fullFor(requester).length === 0
  /** Returns a function that ends the work. Throws if it is refused. */
  function enter(requester: Requester): () => void {
    if (!hasRoomFor(requester)) replaceableFor(requester)?.refuse()
    const leave = inside.acquire(requester)
    if (!leave) throw unavailable()
    return leave
  }

  return {
    enter,
    /** Returns how much runs or waits. */
    count: inside.count,
    /** Throws if work of this requester would be refused. */
    refuseIfFull(requester: Requester): void {
      if (!hasRoomFor(requester) && !replaceableFor(requester)) throw unavailable()
    },
    /** `signal` ends the wait for the first turn, as a refusal does. */
    async run<T>(requester: Requester, work: Work<T>, signal?: AbortSignal): Promise<T> {
      const leave = enter(requester)
      let release = atWork.acquire(requester) ?? (await wait(requester, leave, signal))
      const withoutPermit: WithoutPermit = async (other) => {
        release()
        beginWaiting()
        try {
          return await other()
        } finally {
          release = atWork.acquire(requester) ?? (await wait(requester, leave))
        }
      }
      try {
        return await work(withoutPermit)
      } finally {
        // In the next round of the event loop, so that others have a turn between two pieces of work that hold the
        // thread, also if both were asked for in the same round.
        setImmediate(() => {
          release()
          leave()
          beginWaiting()
        })
      }
    },
  }
}

/** Begins what can begin now, so that nobody who comes later takes its place. */
function beginInTurn(lines: Lines, atWork: Semaphore): void {
  /** Prefixes, networks, members and 'unverified', of which nothing can begin. */
  const fullOnes = new Set<string | number>()
  for (const [prefix, { requester, begin }] of inTurn(lines)) {
    if (atWork.isFull()) return
    const { network, member = '', isUnverified } = requester
    if (fullOnes.has(prefix) || fullOnes.has(network) || fullOnes.has(member)) continue
    if (isUnverified && fullOnes.has('unverified')) continue
    const release = atWork.acquire(requester)
    if (release) {
      begin(release)
      moveToEnd(lines, prefix)
      continue
    }
    const names = { all: 'all', prefix, network, member, unverified: 'unverified' }
    for (const kind of atWork.fullFor(requester)) fullOnes.add(names[kind])
  }
}

/**
 * Returns what to refuse instead of this requester's work: the last of a prefix that has more waiting, even without it.
 * `full` is of which kinds no permit is left for the requester.
 */
function findReplaceable(lines: Lines, requester: Requester, full: Kind[]): Waiting | null {
  if (full.some((kind) => kind === 'network' || kind === 'prefix' || kind === 'member')) return null
  const mayLeave = (one: Waiting) => !full.includes('unverified') || one.requester.isUnverified
  const waitingOf = (prefix: string) => [...(lines.get(prefix) ?? [])].filter(mayLeave)
  const [longest = []] = [...lines.keys()].map(waitingOf).sort((a, b) => b.length - a.length)
  const own = waitingOf(prefixOf(requester.network))
  return longest.length > own.length + 1 ? longest.at(-1)! : null
}

/** Yields the first of each line with the line's key, then the second of each, and so on. */
function* inTurn<T>(lines: Map<string, Set<T>>): Generator<[string, T]> {
  const all = [...lines].map(([key, line]) => [key, [...line]] as const)
  const longest = Math.max(0, ...all.map(([, line]) => line.length))
  for (let n = 0; n < longest; n++)
    for (const [key, line] of all) if (n < line.length) yield [key, line[n]!]
}

function moveToEnd<K, V>(map: Map<K, V>, key: K): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}

const kinds = ['all', 'prefix', 'network', 'member', 'unverified'] as const
type Kind = (typeof kinds)[number]

/** Counts permits that are held at the same time. */
function createSemaphore(bounds: Bounds) {
  const held = new Map<string, number>()
  const heldOf = (key: string) => held.get(key) ?? 0
  const bounded = kinds.filter((kind) => bounds[kind] !== undefined)
  const fullFor = (requester: Requester): Kind[] =>
    bounded.filter((kind) => {
      const key = keyOf(kind, requester)
      return key !== null && heldOf(key) >= bounds[kind]!
    })
  return {
    count: () => heldOf('all'),
    isFull: () => heldOf('all') >= (bounds.all ?? Infinity),
    /** Returns of which kinds no permit is left for this requester. */
    fullFor,
    /** Returns a function that gives the permit back (a second call does nothing), or null if there is none. */
    acquire(requester: Requester): (() => void) | null {
      if (fullFor(requester).length > 0) return null
      const keys = kinds.map((kind) => keyOf(kind, requester)).filter((key) => key !== null)
      for (const key of keys) held.set(key, heldOf(key) + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const key of keys)
          if (heldOf(key) > 1) held.set(key, heldOf(key) - 1)
          else held.delete(key)
      }
    },
  }
}

function keyOf(kind: Kind, { network, member, isUnverified }: Requester): string | null {
  if (kind === 'prefix') return `prefix ${prefixOf(network)}`
  if (kind === 'network') return `network ${network}`
  if (kind === 'member') return member === undefined ? null : `member ${member}`
  if (kind === 'unverified') return isUnverified ? kind : null
  return kind
}
