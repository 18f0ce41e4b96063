import type { FoundCluster } from './clusters.server.ts'
import { thresholds } from './lines.data.ts'

const minute = 60
const day = 86_400

/** A member of a cluster. Moments are in seconds. */
export type ClusterMember = {
  id: number
  joined: number
  /** When the member first did something that the cluster is about. */
  first: number
  /**
   * True if the member also did something that the cluster isn't about. `newcomersAt` and `cameAlike` say what counts.
   */
  hasMore: boolean
  verified: boolean
}

/**
 * Returns the members of a cluster who are part of its burst (`fresh`), and those who were there before or did
 * something else (`apart`). A burst is many members with only short pauses between them. The members who are part of it
 * joined and acted in it and did nothing else. The first few who acted well before all others joined aren't in
 * `fresh`, because sock puppets may be copying one of them.
 */
export function splitByBurst(cluster: readonly ClusterMember[]): {
  fresh: Set<number>
  apart: Set<number>
} {
  const joining = burstsOf(cluster.map(({ joined }) => joined))
  const acting = burstsOf(cluster.map(({ first }) => first))[0]?.from ?? Infinity
  const part = cluster.filter(
    ({ joined, first, hasMore }) => !hasMore && isWithin(joining, joined) && first >= acting,
  )
  const fresh = withoutFirst(part, 3 * usualPause(cluster.map(({ joined }) => joined)))
  const began = Math.min(...fresh.map(({ joined }) => joined))
  const apart = cluster.filter(({ joined, hasMore }) => hasMore || joined < began)
  return { fresh: idsOf(fresh), apart: idsOf(apart) }
}

/**
 * Leaves out the first few who acted more than `ledBy` seconds before any of the others joined, because the others may
 * copy one of them. More than one is left out, because an attacker's accounts can do what a newcomer will probably do
 * before the newcomer does it. Unverified accounts don't use up the places of verified ones, because they cost nothing.
 */
function withoutFirst(part: readonly ClusterMember[], ledBy: number): ClusterMember[] {
  const ordered = part.toSorted((a, b) => a.first - b.first)
  const few = thresholds.first.is
  const first = new Set([
    ...ordered.slice(0, few),
    ...ordered.filter(({ verified }) => verified).slice(0, few),
  ])
  let next = Infinity
  for (let n = ordered.length - 1; n >= 0; n--) {
    const one = ordered[n]!
    // This is the last of the first few who acted that long before the others joined.
    if (first.has(one) && next < Infinity && next - one.first > ledBy)
      return ordered.filter((other, m) => m > n || !first.has(other))
    next = Math.min(next, one.joined)
  }
  return ordered
}

const idsOf = (some: readonly ClusterMember[]) => new Set(some.map(({ id }) => id))

type Span = { from: number; to: number }

/**
 * Returns the spans in which enough members for the rule to act on (`thresholds.accounts`) came without a long pause.
 */
function burstsOf(moments: readonly number[]): Span[] {
  const times = [...moments].sort((a, b) => a - b)
  const long = Math.min(day, Math.max(minute, thresholds.pause.is * usualPause(times)))
  const spans: Span[] = []
  let from = 0
  for (let n = 1; n <= times.length; n++)
    if (n === times.length || times[n]! - times[n - 1]! > long) {
      if (n - from >= thresholds.accounts.is) spans.push({ from: times[from]!, to: times[n - 1]! })
      from = n
    }
  return spans
}

/**
 * Returns a tenth of the median time in which ten more members came, so that a few who come at once don't make the usual
 * pause look shorter than it is.
 */
function usualPause(moments: readonly number[]): number {
  const times = [...moments].sort((a, b) => a - b)
  const few = Math.max(1, Math.min(thresholds.accounts.is, times.length - 1))
  const pauses = times.slice(few).map((at, n) => (at - times[n]!) / few)
  return pauses.sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
}

const isWithin = (spans: Span[], at: number) => spans.some(({ from, to }) => from <= at && at <= to)

/**
 * What was found for a cluster as a whole (`whole`), for its `fresh` members alone, and for all its other members.
 * `fresh` and `others` are null if there are no such members. `apart` contains the ids of members who were there before
 * or did something else (see `splitByBurst`).
 */
type Parts<T> = { whole: T; fresh: T | null; others: T | null; apart: ReadonlySet<number> }

/**
 * Splits a cluster into what the rule (docs/ranking.md) may hold and what waits for an admin. The rule only ever holds
 * `fresh` members, and only if they look suspicious without the others. The others wait as a separate cluster if they
 * are many (see `leastOf`). If they are few, they are shown beside the cluster, and no decision on it is about them.
 */
export function splitCluster<T extends FoundCluster>({
  whole,
  fresh,
  others,
  apart,
}: Parts<T>): T[] {
  const many = others !== null && others.members.length >= leastOf(others) ? others : null
  if (fresh?.verdict === 'rule')
    return many ? [fresh, forTheDesk(many)] : [{ ...fresh, beside: others?.members ?? [] }]
  if (fresh?.verdict !== 'desk' || many) return [forTheDesk(whole)]
  const members = whole.members.filter((id) => !apart.has(id))
  return [{ ...forTheDesk(whole), members, beside: whole.members.filter((id) => apart.has(id)) }]
}

/** Returns from how many on those who are left beside a cluster are one of their own: five reports hide something. */
export const leastOf = ({ kind }: Pick<FoundCluster, 'kind'>) =>
  kind === 'reports' ? thresholds.reporters.is : thresholds.accounts.is

export const forTheDesk = <T extends FoundCluster>(found: T): T =>
  found.verdict === 'rule' ? { ...found, verdict: 'desk' } : found

/**
 * Leaves only the unverified members in a cluster, which is none if they are few. The verified ones are judged by
 * themselves. If they are few, they are shown beside the cluster.
 */
export function withoutVerified<T extends FoundCluster>(
  found: T,
  came: readonly ClusterMember[],
): T {
  const lasting = new Set(came.flatMap(({ id, verified }) => (verified ? id : [])))
  const members = found.members.filter((id) => !lasting.has(id))
  const verified = found.members.filter((id) => lasting.has(id))
  const beside =
    verified.length < thresholds.accounts.is ? [...found.beside, ...verified] : found.beside
  const verdict = members.length < thresholds.accounts.is ? 'none' : found.verdict
  return { ...found, verdict, members, beside }
}

/**
 * Moves the members of a cluster who aren't part of its burst to `beside` if they are few, so that a decision isn't
 * about members who were there before. Here, accounts that also did something elsewhere can be part of the burst.
 */
export function onlyBurst<T extends FoundCluster>(found: T, inside: readonly ClusterMember[]): T {
  const { fresh } = splitByBurst(inside.map((one) => ({ ...one, hasMore: false })))
  const [members, beside] = [true, false].map((isIn) =>
    found.members.filter((id) => fresh.has(id) === isIn),
  ) as [number[], number[]]
  const isClear = members.length > 0 && beside.length < thresholds.accounts.is
  return isClear ? { ...found, members, beside } : found
}

/**
 * Moves a few reporters of a cluster to `beside`, at most `thresholds.first`, because the earliest may be honest and
 * the others may only repeat their report. That few reports can't hide anything, even if they belong to the cluster.
 * Verified members are moved before unverified ones, because only verified members' reports can hide something, and
 * unverified accounts cost nothing to create. At least `thresholds.reporters` members stay, so that the cluster is
 * still seen.
 */
export function withoutFirstReporters<T extends FoundCluster>(
  found: T,
  came: readonly ClusterMember[],
): T {
  if (found.kind !== 'reports') return found
  const { members, beside } = found
  const more = Math.max(0, members.length - thresholds.reporters.is)
  const verified = new Set(came.flatMap((one) => (one.verified ? one.id : [])))
  // The reports of verified members beside the cluster count as well, so fewer members can be left out.
  const places = Math.max(0, thresholds.first.is - beside.filter((id) => verified.has(id)).length)
  const first = members
    .toSorted((a, b) => Number(verified.has(b)) - Number(verified.has(a)))
    .slice(0, Math.min(places, more))
  const others = members.filter((id) => !first.includes(id))
  return { ...found, members: others, beside: [...first, ...beside] }
}
