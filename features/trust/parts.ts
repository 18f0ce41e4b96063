import type { Found } from './clusters.server.ts'
import { lines } from './lines.data.ts'

const minute = 60
const day = 86_400

/** Someone of a cluster; moments in seconds. */
export type Came = {
  id: number
  joined: number
  /** When they did the first thing that the cluster is about. */
  first: number
  /** They did something that it isn't about. */
  hasMore: boolean
}

/**
 * Those of a cluster who are themselves part of the burst: they joined and acted in it, and did nothing besides.
 * Whom puppets imitate was there before the puppets, however much they look alike. Apart from them are those who
 * were there before or did something besides.
 */
export function newInBurst(cluster: readonly Came[]): { fresh: Set<number>; apart: Set<number> } {
  const joining = burstsOf(cluster.map(({ joined }) => joined))
  const acting = burstsOf(cluster.map(({ first }) => first))[0]?.from ?? Infinity
  const part = cluster.filter(
    ({ joined, first, hasMore }) => !hasMore && isWithin(joining, joined) && first >= acting,
  )
  // Someone who had acted well before any of the others joined is the one whom they copy.
  const [one, ...others] = part.sort((a, b) => a.first - b.first)
  const next = Math.min(...others.map(({ joined }) => joined))
  const ledBy = 3 * usualPause(cluster.map(({ joined }) => joined))
  const fresh = one && next - one.first > ledBy ? others : part
  const began = Math.min(...fresh.map(({ joined }) => joined))
  const apart = cluster.filter(({ joined, hasMore }) => hasMore || joined < began)
  return { fresh: idsOf(fresh), apart: idsOf(apart) }
}

const idsOf = (some: readonly Came[]) => new Set(some.map(({ id }) => id))

type Span = { from: number; to: number }

/** Spans in which so many came without a long pause that the rule may act on them. */
function burstsOf(moments: readonly number[]): Span[] {
  const times = [...moments].sort((a, b) => a - b)
  const long = Math.min(day, Math.max(minute, lines.pause.is * usualPause(times)))
  const spans: Span[] = []
  let from = 0
  for (let n = 1; n <= times.length; n++)
    if (n === times.length || times[n]! - times[n - 1]! > long) {
      if (n - from >= lines.accounts.is) spans.push({ from: times[from]!, to: times[n - 1]! })
      from = n
    }
  return spans
}

/** The median of how long it takes until the next one comes. */
function usualPause(moments: readonly number[]): number {
  const times = [...moments].sort((a, b) => a - b)
  const pauses = times.slice(1).map((at, n) => at - times[n]!)
  return pauses.sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
}

const isWithin = (spans: Span[], at: number) => spans.some(({ from, to }) => from <= at && at <= to)

/** A cluster as a whole, those of it who are new in the burst, and the others; null for nobody. */
type Parts<T> = { whole: T; fresh: T | null; others: T | null; apart: ReadonlySet<number> }

/**
 * What of a cluster the rule may hold, and what waits for a person: those who are new in the burst stand for
 * themselves where they look suspicious without the others, and only they are ever held by the rule. The others
 * wait as a cluster of their own if they are many; a few are shown beside it, and no decision on it is about them.
 */
export function partsOf<T extends Found>({ whole, fresh, others, apart }: Parts<T>): T[] {
  const many = others !== null && others.members.length >= lines.accounts.is ? others : null
  if (fresh?.verdict === 'rule')
    return many ? [fresh, forTheDesk(many)] : [{ ...fresh, beside: others?.members ?? [] }]
  if (fresh?.verdict !== 'desk' || many) return [forTheDesk(whole)]
  const members = whole.members.filter((id) => !apart.has(id))
  return [{ ...forTheDesk(whole), members, beside: whole.members.filter((id) => apart.has(id)) }]
}

const forTheDesk = <T extends Found>(found: T): T =>
  found.verdict === 'rule' ? { ...found, verdict: 'desk' } : found
