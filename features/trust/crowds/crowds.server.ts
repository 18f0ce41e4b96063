import { unverifiedSince } from '#domain/votes-that-count.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database } from '#platform/server/services.ts'
import type { FoundCluster } from '../clusters.server.ts'
import { worstFindingsWithoutHonestMembers, type JudgedCluster } from './drips.server.ts'
import { crowds, thresholds, periods, reporterCrowds } from '../lines.data.ts'
import { scoreCluster } from '../score.ts'
import {
  forTheDesk,
  onlyBurst,
  splitByBurst,
  splitCluster,
  withoutFirstReporters,
  withoutVerified,
  type ClusterMember,
} from '../parts.ts'
import { countActivityInSpans, newcomersAt, type Newcomers, type Span } from './newcomers.server.ts'
import { risesIn } from './rises.ts'
import { burstsIn, paceSignal } from '../signals/pace.ts'
import { loadBaselines, type NeighbourhoodBaseline } from './baseline.server.ts'
import {
  networkSignal,
  newcomersExpected,
  newcomersSignal,
  noReturnSignal,
  type Signal,
} from '../signals/signals.ts'

const day = 86_400
type Direction = 'votes' | 'slowly' | 'unverified' | 'reports'
/** `counts` says that the member can be a guest (see `countsForBaseline`). */
type Newcomer = ClusterMember & { counts: boolean }
type Candidate = Span & {
  direction: Direction
  /** True if the cluster is about the unverified newcomers in `came` alone (see `byWhomTheyAreJudged`). */
  ofUnverified: boolean
  usual: NeighbourhoodBaseline
  came: Newcomer[]
  /** Those of them who came in the burst itself. The others came within a day of it. */
  inside: Newcomer[]
  /** Returns the signals of some of the members, given the moments at which they came. */
  signalsOf: (moments: number[]) => Signal[]
  signals: Signal[]
}

/** Returns the clusters of newcomers who acted for or against one of these restaurants. */
export async function findCrowds(
  database: Database,
  restaurants: number[],
  now: Date,
): Promise<FoundCluster[]> {
  const all = await newcomersAt(database, restaurants, now)
  if (all.length === 0) return []
  const usual = await loadBaselines(
    database,
    all.map(({ restaurant }) => restaurant),
  )
  const found: JudgedCluster[] = []
  const candidates: Candidate[] = []
  for (const one of all) {
    if (pauses.isDue()) await pauses.pause()
    const near = usual.get(one.restaurant)
    if (near) candidates.push(...candidatesOf(one, near, now.getTime() / 1000))
  }
  for (let from = 0; from < candidates.length; from += page) {
    const some = candidates.slice(from, from + page)
    const beside = await countActivityInSpans(database, some.map(spanOf))
    for (const [n, one] of some.entries()) {
      if (pauses.isDue()) await pauses.pause()
      found.push(...judged(one, beside[n]!))
    }
  }
  return worstFindingsWithoutHonestMembers(database, found)
}

/** Maximum number of candidates per query, because each can have thousands of members. */
const page = 25

const spanOf = ({ restaurant, from, to, against, item, ids }: Candidate): Span => ({
  restaurant,
  from,
  to,
  against,
  item,
  ids,
})

type Here = { newcomers: Newcomers; usual: NeighbourhoodBaseline; now: number }

function candidatesOf(
  newcomers: Newcomers,
  usual: NeighbourhoodBaseline,
  now: number,
): Candidate[] {
  const here = { newcomers, usual, now }
  const { ids, isFirst, elsewhere, against } = newcomers
  const all = [...ids.keys()]
  const voters = all.filter((n) => !against[n])
  const only = voters.filter((n) => !elsewhere[n])
  const crowd = byWhomTheyAreJudged(here, voters).flatMap((group) => crowdOf(here, group))
  // The search for drips (see `slowOf`) skips the members of a crowd that is surely a cluster, because how they came
  // says nothing about the other newcomers.
  const explained = new Set(crowd.flatMap((one) => (isSure(one.signals) ? membersOf(one) : [])))
  return [
    ...crowd,
    ...byWhomTheyAreJudged(here, only).flatMap((group) => fewOf(here, group)),
    ...slowOf(
      here,
      voters.filter((n) => isFirst[n] && !explained.has(ids[n]!)),
    ),
    ...byWhomTheyAreJudged(
      here,
      all.filter((n) => against[n]),
    ).flatMap((group) => reportersOf(here, group)),
  ]
}

type Group = { some: number[]; ofUnverified: boolean }

/**
 * Returns the groups of these newcomers that are judged separately. Verified newcomers are judged by verified ones alone,
 * because unverified accounts cost nothing: however many of them come at the same time must not matter to the others,
 * neither against them nor for them. Unverified newcomers are judged together with the verified ones, and without those
 * whose votes have lapsed.
 */
function byWhomTheyAreJudged(here: Here, some: number[]): Group[] {
  const { verified, joined } = here.newcomers
  const lapsed = lapsedBefore(here)
  const lasting = some.filter((n) => verified[n])
  const all = some.filter((n) => verified[n] || joined[n]! > lapsed)
  return [
    ...withAndWithoutMore(here, lasting).map((some) => ({ some, ofUnverified: false })),
    ...(lasting.length < all.length ? withAndWithoutMore(here, all) : []).map((some) => ({
      some,
      ofUnverified: true,
    })),
  ]
}

/** Returns the time, in seconds, before which the unverified newcomers joined whose votes have lapsed. */
const lapsedBefore = ({ now }: Here) => unverifiedSince(new Date(now * 1000)).getTime() / 1000

/** Returns the newcomers of the burst whom the cluster is about. */
const membersOf = ({ inside, ofUnverified }: Candidate) =>
  inside.flatMap(({ id, verified }) => (ofUnverified && verified ? [] : id))

/**
 * Returns all of these newcomers and, as a second list if some did more elsewhere (`hasMore`), only those who didn't.
 * Each list can be a cluster: an admin should also see the accounts that did more, but among too many of them the
 * others wouldn't stand out.
 */
function withAndWithoutMore({ newcomers }: Here, some: number[]): number[][] {
  const plain = some.filter((n) => !newcomers.hasMore[n])
  return plain.length < some.length ? [some, plain] : [some]
}

const isSure = ([first]: Signal[]) =>
  first !== undefined && first.strength >= thresholds.rule.is ** 2

function candidate(
  here: Here,
  direction: Direction,
  members: number[],
  signalsOf: Candidate['signalsOf'],
  more: { item?: number; to?: number; ofUnverified?: boolean; near?: number[] } = {},
): Candidate {
  const { times, joined, ids, hasMore, verified, counts, restaurant } = here.newcomers
  const came = members.map((n) => ({
    id: ids[n]!,
    joined: joined[n]!,
    first: times[n]!,
    hasMore: hasMore[n]!,
    verified: verified[n]!,
    counts: counts[n]!,
  }))
  const [from, to] = [times[members[0]!]!, more.to ?? times[members.at(-1)!]!]
  const against = direction === 'reports'
  const near = new Set(more.near)
  return {
    restaurant,
    direction,
    from,
    to,
    against,
    ids: came.map(({ id }) => id),
    usual: here.usual,
    came,
    inside: came.filter((_, n) => !near.has(members[n]!)),
    signalsOf,
    signals: signalsOf(came.map(({ first }) => first)),
    item: more.item ?? null,
    ofUnverified: more.ofUnverified ?? false,
  }
}

/**
 * Returns a candidate for a cluster for each burst: the newcomers who first acted at a restaurant in unusually quick
 * succession, and those who came within a day of them.
 */
function crowdOf(here: Here, { some, ofUnverified }: Group): Candidate[] {
  const { times, counts } = here.newcomers
  const moments = some.map((n) => times[n]!)
  const before = some.filter(
    (n) => counts[n] && times[n]! < here.now - 30 * day && times[n]! > here.now - 120 * day,
  ).length
  const perDay = before / 90
  const signalsOf = (moments: number[]) => [paceSignal(moments, crowds, perDay)]
  return burstsIn(moments, crowds, perDay).map(({ inside, near }) => {
    const came = [...inside, ...near].sort((a, b) => a - b).map((n) => some[n]!)
    return candidate(here, 'votes', came, signalsOf, {
      ofUnverified,
      near: near.map((n) => some[n]!),
    })
  })
}

/**
 * Returns a candidate for a cluster, or none: the newcomers who did nothing elsewhere and came within a week before the
 * latest of them, if they are few, because their networks can still show a cluster. Those who did something elsewhere
 * are left out, because a school class that eats at several places shares a network, too.
 */
function fewOf(here: Here, { some, ofUnverified }: Group): Candidate[] {
  const { times } = here.newcomers
  const last = times[some.at(-1) ?? -1] ?? 0
  const late = some.filter((n) => times[n]! > last - 7 * day)
  const areFew = late.length >= thresholds.accounts.is && late.length < thresholds.crowd.is
  return areFew ? [candidate(here, 'votes', late, () => [], { ofUnverified })] : []
}

/**
 * Returns candidates for clusters: the newcomers who came one by one for a single dish and did nothing elsewhere. There
 * is one for each dish and period in which unusually few of the newcomers who had time to do something elsewhere did
 * so. A period can also begin where more began to come (see `risesIn`), so that those who were there before aren't part
 * of the drip. Verified and unverified newcomers are judged separately: the unverified ones cost nothing, so how many of
 * them came must not matter to the others.
 */
function slowOf(here: Here, voters: number[]): Candidate[] {
  const { times, joined, elsewhere, items, verified } = here.newcomers
  if (here.usual.settled < thresholds.accounts.is) return []
  const dishes = Map.groupBy(
    voters.filter((n) => items[n] !== null && times[n]! > here.now - periods.at(-1)! * day),
    (n) => items[n]!,
  )
  return [...dishes].flatMap(([item, forIt]) => {
    const lasting = forIt.filter((n) => verified[n])
    const passing = forIt.filter((n) => !verified[n])
    const within = (some: number[]) =>
      periods.map((days) => some.filter((n) => times[n]! > here.now - days * day))
    const rises = risesIn(lasting.filter((n) => !elsewhere[n]).map((n) => joined[n]!))
    const since = rises.map((at) => lasting.filter((n) => joined[n]! >= at))
    return [
      ...[...since, ...within(lasting)].flatMap((some) => dripOf(here, 'slowly', item, some)),
      ...within(passing).flatMap((some) => dripOf(here, 'unverified', item, some)),
    ]
  })
}

function dripOf(
  here: Here,
  direction: 'slowly' | 'unverified',
  item: number,
  some: number[],
): Candidate[] {
  const { times, joined, elsewhere, hasMore } = here.newcomers
  // Leaves out unverified newcomers who did something elsewhere but have no history, because they prove nothing:
  // such accounts cost nothing.
  const settled = some.filter(
    (n) => times[n]! < here.now - thresholds.settleDays.is * day && (hasMore[n] || !elsewhere[n]),
  )
  const returned = settled.filter((n) => elsewhere[n])
  const signal = noReturnSignal(settled.length, returned.length, here.usual.returned)
  const lapsed = lapsedBefore(here)
  const only = some.filter((n) => !elsewhere[n] && (direction === 'slowly' || joined[n]! > lapsed))
  const isEnough =
    settled.length >= thresholds.accounts.is && signal.strength > 0 && only.length > 0
  return isEnough ? [candidate(here, direction, only, () => [signal], { item, to: here.now })] : []
}

function reportersOf(here: Here, { some, ofUnverified }: Group): Candidate[] {
  if (some.length < thresholds.reporters.is) return []
  const signalsOf = (moments: number[]) => [paceSignal(moments, reporterCrowds)]
  return [candidate(here, 'reports', some, signalsOf, { ofUnverified })]
}

type Beside = { others: number; largest: number; known: number; networks: number }

function judged(one: Candidate, beside: Beside): JudgedCluster[] {
  const whole = verdictOn(one, one, beside)
  // A newcomer often verifies soon, and what an unverified one does passes by itself, so these wait for an admin.
  if (one.direction === 'unverified') return [forTheDesk(whole)]
  if (whole.isSlow || whole.verdict === 'none') return [whole]
  const found = partsOf(one, beside, whole)
  return one.ofUnverified ? found.map((part) => withoutVerified(part, one.came)) : found
}

/**
 * Splits a crowd into what the rule may hold and what waits for an admin (see `splitCluster`). The rule may hold only
 * those who came in the burst: members who came within a day of it may be anybody.
 */
function partsOf(one: Candidate, beside: Beside, whole: JudgedCluster): JudgedCluster[] {
  const { fresh, apart } = splitByBurst(one.inside)
  const inside = new Set(one.inside.map(({ id }) => id))
  const part = partOf(one, beside, ({ id }) => fresh.has(id))
  const others = partOf(one, beside, ({ id }) => !fresh.has(id))
  return splitCluster({
    whole: onlyBurst(whole, one.inside),
    apart: new Set(whole.members.filter((id) => apart.has(id) || !inside.has(id))),
    fresh: part,
    others: others && onlyBurst(others, one.inside),
  }).map((found, n) =>
    n === 0 ? withoutFirstReporters(found, one.came) : { ...found, key: `${found.key} before` },
  )
}

function partOf(
  one: Candidate,
  beside: Beside,
  isPart: (came: Newcomer) => boolean,
): JudgedCluster | null {
  const came = one.came.filter(isPart)
  const first = came[0]
  if (!first) return null
  const signals = one.signalsOf(came.map(({ first }) => first))
  const span = { ids: came.map(({ id }) => id), from: first.first, to: came.at(-1)!.first }
  return verdictOn(one, { ...span, came, signals }, beside)
}

type Part = Pick<Candidate, 'ids' | 'from' | 'to' | 'came' | 'signals'>

function verdictOn(
  one: Candidate,
  part: Part,
  { others, largest, known, networks }: Beside,
): JudgedCluster {
  const { usual, against, restaurant } = one
  const { ids, from, to } = part
  const isMixed = part.came.some(({ hasMore }) => hasMore)
  // If the part has only newcomers who did nothing else, those who did more and count are guests, too.
  const more = isMixed ? [] : one.came.filter(({ hasMore, counts }) => hasMore && counts)
  const guests = others + more.length
  const share = against ? usual.onlyReporters : usual.newcomers
  const signals = [
    ...part.signals,
    newcomersSignal(ids.length, guests, isMixed ? share / (1 - usual.returned) : share),
    networkSignal(ids.length, largest, known),
  ]
  return {
    key: `${one.direction} ${restaurant}${one.item === null ? '' : ` ${one.item}`}${one.ofUnverified ? ' unverified' : ''}`,
    kind: against ? 'reports' : 'votes',
    isSlow: one.item !== null,
    restaurantId: restaurant,
    usualOnes: [],
    // Adds half a member to those seen, because having seen nobody doesn't prove that nobody comes (Jeffreys).
    expected: newcomersExpected(others + 0.5, usual.newcomers),
    members: ids,
    beside: [],
    networks,
    firstAct: new Date(from * 1000),
    lastAct: new Date(to * 1000),
    ...scoreCluster(
      ids.length,
      signals,
      against ? thresholds.reporters.is : thresholds.accounts.is,
    ),
  }
}
