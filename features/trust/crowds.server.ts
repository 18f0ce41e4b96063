import type { Database } from '#platform/server/services.ts'
import type { FoundCluster } from './clusters.server.ts'
import { worstFindingsWithoutHonestMembers, type JudgedCluster } from './drips.server.ts'
import { crowds, thresholds, periods, reporterCrowds } from './lines.data.ts'
import { scoreCluster } from './score.ts'
import { splitByBurst, splitCluster, type ClusterMember } from './parts.ts'
import { countActivityInSpans, newcomersAt, type Newcomers, type Span } from './newcomers.server.ts'
import { paceSignal } from './signals/pace.ts'
import { loadBaselines, type NeighbourhoodBaseline } from './baseline.server.ts'
import {
  networkSignal,
  newcomersExpected,
  newcomersSignal,
  noReturnSignal,
  type Signal,
} from './signals/signals.ts'

const day = 86_400
type Direction = 'votes' | 'slowly' | 'reports'
type Candidate = Span & {
  direction: Direction
  usual: NeighbourhoodBaseline
  came: ClusterMember[]
  /** Returns the signals of a part of the members, from the moments at which they came. */
  signalsOf: (moments: number[]) => Signal[]
  signals: Signal[]
}

/** Returns the clusters that came for or against one of these restaurants. */
export async function findCrowds(
  database: Database,
  restaurants: number[],
  now: Date,
): Promise<FoundCluster[]> {
  const all = await newcomersAt(database, restaurants)
  if (all.length === 0) return []
  const usual = await loadBaselines(
    database,
    all.map(({ restaurant }) => restaurant),
  )
  const candidates = all.flatMap((one) => {
    const near = usual.get(one.restaurant)
    return near ? candidatesOf(one, near, now.getTime() / 1000) : []
  })
  const beside =
    candidates.length > 0 ? await countActivityInSpans(database, candidates.map(spanOf)) : []
  return worstFindingsWithoutHonestMembers(
    database,
    candidates.flatMap((one, n) => judged(one, beside[n]!)),
  )
}

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
  const { ids, elsewhere, against } = newcomers
  const voters = [...ids.keys()].filter((n) => !against[n])
  const crowd = crowdOf(
    here,
    voters.filter((n) => !elsewhere[n]),
  )
  // How members of a crowd that is surely a cluster came says nothing about the others, so the search for drips (see
  // `slowOf`) skips them.
  const explained = new Set(crowd.flatMap(({ signals, ids }) => (isSure(signals) ? ids : [])))
  return [
    ...crowd,
    ...slowOf(
      here,
      voters.filter((n) => !explained.has(ids[n]!)),
    ),
    ...reportersOf(
      here,
      [...ids.keys()].filter((n) => against[n] && !elsewhere[n]),
    ),
  ]
}

const isSure = ([first]: Signal[]) =>
  first !== undefined && first.strength >= thresholds.rule.is ** 2

function candidate(
  here: Here,
  direction: Direction,
  members: number[],
  signalsOf: Candidate['signalsOf'],
  more: { item?: number; to?: number } = {},
): Candidate {
  const { times, joined, ids, verified, restaurant } = here.newcomers
  const came = members.map((n) => ({
    id: ids[n]!,
    joined: joined[n]!,
    first: times[n]!,
    hasMore: false,
    verified: verified[n]!,
  }))
  const [from, to] = [times[members[0]!]!, more.to ?? times[members.at(-1)!]!]
  const against = direction === 'reports'
  return {
    restaurant,
    direction,
    from,
    to,
    against,
    ids: came.map(({ id }) => id),
    usual: here.usual,
    came,
    signalsOf,
    signals: signalsOf(came.map(({ first }) => first)),
    item: more.item ?? null,
  }
}

/**
 * Returns a candidate of the newcomers who came for a restaurant unusually fast, and one of those of the last week if
 * they are few, because their networks can still show a cluster.
 */
function crowdOf(here: Here, only: number[]): Candidate[] {
  const { times } = here.newcomers
  const moments = only.map((n) => times[n]!)
  const before = moments.filter(
    (at) => at < here.now - 30 * day && at > here.now - 120 * day,
  ).length
  const paceIn = (moments: number[]) => paceSignal(moments, crowds, before / 90)
  const pace = paceIn(moments)
  const late = only.filter((n) => times[n]! > moments.at(-1)! - 7 * day)
  const isFew = late.length >= thresholds.accounts.is && late.length < thresholds.crowd.is
  return [
    ...(pace.strength > 0
      ? [
          candidate(
            here,
            'votes',
            pace.members.map((n) => only[n]!),
            (some) => [paceIn(some)],
          ),
        ]
      : []),
    ...(isFew ? [candidate(here, 'votes', late, () => [])] : []),
  ]
}

/**
 * Returns candidates of newcomers who came one by one for a single dish and did nothing elsewhere: one per dish and
 * period, if unusually few of the newcomers who had time to come back did so.
 */
function slowOf(here: Here, voters: number[]): Candidate[] {
  const { newcomers, usual, now } = here
  const { times, elsewhere, items } = newcomers
  if (usual.settled < thresholds.accounts.is) return []
  return [...Map.groupBy(voters, (n) => items[n])].flatMap(([item, forIt]) =>
    periods.flatMap((days) => {
      const within = forIt.filter((n) => times[n]! > now - days * day)
      const settled = within.filter((n) => times[n]! < now - thresholds.settleDays.is * day)
      const returned = settled.filter((n) => elsewhere[n])
      const signal = noReturnSignal(settled.length, returned.length, usual.returned)
      const only = within.filter((n) => !elsewhere[n])
      const isEnough = settled.length >= thresholds.accounts.is && signal.strength > 0
      return isEnough && item
        ? [candidate(here, 'slowly', only, () => [signal], { item, to: now })]
        : []
    }),
  )
}

function reportersOf(here: Here, reporters: number[]): Candidate[] {
  if (reporters.length < thresholds.reporters.is) return []
  return [candidate(here, 'reports', reporters, (some) => [paceSignal(some, reporterCrowds)])]
}

type Beside = { others: number; largest: number; known: number; networks: number }

function judged(one: Candidate, beside: Beside): JudgedCluster[] {
  const whole = verdictOn(one, one, beside)
  if (whole.isSlow || whole.verdict === 'none') return [whole]
  const { fresh, apart } = splitByBurst(one.came)
  return splitCluster({
    whole,
    apart,
    fresh: partOf(one, beside, ({ id }) => fresh.has(id)),
    others: partOf(one, beside, ({ id }) => !fresh.has(id)),
  }).map((part, n) =>
    n === 0 ? withoutFirstReporters(part, one.came) : { ...part, key: `${part.key} before` },
  )
}

/**
 * Leaves out the first reporters of a cluster, because the others may only repeat what an honest newcomer reported.
 * They are fewer than can hide anything, so the reports of a cluster's own accounts that still count hide nothing.
 * Verified members come first among them, because unverified accounts cost nothing and their reports hide nothing.
 * Enough members stay for the cluster to be seen.
 */
function withoutFirstReporters(
  found: JudgedCluster,
  came: readonly ClusterMember[],
): JudgedCluster {
  if (found.kind !== 'reports') return found
  const { members, beside } = found
  const more = Math.max(0, members.length - thresholds.reporters.is)
  const verified = new Set(came.flatMap((one) => (one.verified ? one.id : [])))
  // The reports of those beside the cluster count too.
  const places = Math.max(0, thresholds.first.is - beside.filter((id) => verified.has(id)).length)
  const first = members
    .toSorted((a, b) => Number(verified.has(b)) - Number(verified.has(a)))
    .slice(0, Math.min(places, more))
  const others = members.filter((id) => !first.includes(id))
  return { ...found, members: others, beside: [...first, ...beside] }
}

function partOf(
  one: Candidate,
  beside: Beside,
  isPart: (came: ClusterMember) => boolean,
): JudgedCluster | null {
  const came = one.came.filter(isPart)
  const first = came[0]
  if (!first) return null
  const signals = one.signalsOf(came.map(({ first }) => first))
  const span = { ids: came.map(({ id }) => id), from: first.first, to: came.at(-1)!.first }
  return verdictOn(one, { ...span, signals }, beside)
}

type Part = Pick<Candidate, 'ids' | 'from' | 'to' | 'signals'>

function verdictOn(
  one: Candidate,
  part: Part,
  { others, largest, known, networks }: Beside,
): JudgedCluster {
  const { usual, against, restaurant } = one
  const { ids, from, to } = part
  const signals = [
    ...part.signals,
    newcomersSignal(ids.length, others, against ? usual.onlyReporters : usual.newcomers),
    networkSignal(ids.length, largest, known),
  ]
  return {
    key: `${one.direction} ${restaurant}${one.item === null ? '' : ` ${one.item}`}`,
    kind: against ? 'reports' : 'votes',
    isSlow: one.direction === 'slowly',
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
