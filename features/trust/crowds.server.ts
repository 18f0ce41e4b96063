import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import type { Found } from './clusters.server.ts'
import { crowds, lines, periods, reporterCrowds } from './lines.data.ts'
import { judge } from './score.ts'
import { newcomersExpected, newcomersOf } from './signals/newcomers.ts'
import { networkOf } from './signals/network.ts'
import { noReturnOf } from './signals/no-return.ts'
import { paceOf } from './signals/pace.ts'
import type { Signal } from './signals/signal.ts'
import { usualNear, type Usual } from './usual.server.ts'

const day = 86_400
type Newcomers = {
  restaurant: number
  /** The dish that they came for. */
  items: (number | null)[]
  ids: number[]
  times: number[]
  elsewhere: boolean[]
  against: boolean[]
  /** Who did more there than vote once; or hasn't verified, so that their vote lapses whoever they are. */
  likelyHonest: boolean[]
}

/** Those of a restaurant who joined for it, by when they came. */
async function newcomersAt(database: Database, restaurants: number[]): Promise<Newcomers[]> {
  const { rows } = await sql<Newcomers>`
    select m.first_restaurant as restaurant, array_agg(m.user_id order by m.first_at, m.user_id) as ids,
           array_agg(extract(epoch from m.first_at)::float8 order by m.first_at, m.user_id) as times,
           array_agg(m.first_item order by m.first_at, m.user_id) as items,
           array_agg(m.elsewhere_at is not null order by m.first_at, m.user_id) as elsewhere,
           array_agg(m.reports > 0 and m.votes + m.favourites = 0 order by m.first_at, m.user_id) as against,
           array_agg(m.favourites > 0 or m.votes + m.reports > 1 or u.email_verified_at is null
                     order by m.first_at, m.user_id) as "likelyHonest"
      from member_acts m join users u on u.id = m.user_id
     where m.first_restaurant = any (${restaurants}::integer[])
       and m.first_at < m.joined_at + ${lines.newcomerDays.is} * interval '1 day'
     group by m.first_restaurant
    having count(*) filter (where m.elsewhere_at is null) >= ${lines.reporters.is}`.execute(
    database,
  )
  return rows
}

/** How many did something at each of these restaurants within its span, and the networks of its newcomers. */
type Span = {
  restaurant: number
  from: number
  to: number
  against: boolean
  item: number | null
  ids: number[]
}
async function besides(database: Database, spans: Span[]) {
  const { rows } = await sql<{
    n: number
    others: number
    largest: number
    known: number
    networks: number
  }>`
    select s.n, o.others, w.largest, w.known, w.networks
      from json_to_recordset(${JSON.stringify(spans.map((span, n) => ({ n, ...span })))}::json)
             as s (n integer, restaurant integer, "from" float8, "to" float8, against boolean, item integer, ids json)
     cross join lateral (select array(select value::integer from json_array_elements_text(s.ids)) as ids) c
     cross join lateral (
       select count(*)::integer as others from (
         select v.user_id from items i join votes v on v.item_id = i.id
          where i.restaurant_id = s.restaurant and not s.against and (s.item is null or i.id = s.item)
            and v.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         union
         select r.user_id from items i join item_reports r on r.item_id = i.id
          where i.restaurant_id = s.restaurant and s.against
            and r.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         union
         select r.user_id from restaurant_reports r where r.restaurant_id = s.restaurant and s.against
            and r.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         except select unnest(c.ids)) acting) o
     cross join lateral (
       select coalesce(max(e.accounts), 0)::integer as largest, coalesce(sum(e.accounts), 0)::integer as known,
              count(*)::integer as networks
         from (select network, count(*) as accounts from network_evidence
                where user_id = any (c.ids) group by network) e) w
     order by s.n`.execute(database)
  return rows
}

type Way = 'votes' | 'slowly' | 'reports'
type Candidate = Span & { way: Way; usual: Usual; signals: Signal[]; likelyHonest: boolean[] }

/** The clusters that came for, or against, one of these restaurants. */
export async function findCrowds(
  database: Database,
  restaurants: number[],
  now: Date,
): Promise<Found[]> {
  const all = await newcomersAt(database, restaurants)
  if (all.length === 0) return []
  const usual = await usualNear(
    database,
    all.map(({ restaurant }) => restaurant),
  )
  const candidates = all.flatMap((one) => {
    const near = usual.get(one.restaurant)
    return near ? candidatesOf(one, near, now.getTime() / 1000) : []
  })
  const beside = candidates.length > 0 ? await besides(database, candidates.map(spanOf)) : []
  return bestOfEach(candidates.map((one, n) => judged(one, beside[n]!)))
}

const spanOf = ({ restaurant, from, to, against, item, ids }: Candidate): Span => ({
  restaurant,
  from,
  to,
  against,
  item,
  ids,
})

type Here = { newcomers: Newcomers; usual: Usual; now: number }

function candidatesOf(newcomers: Newcomers, usual: Usual, now: number): Candidate[] {
  const here = { newcomers, usual, now }
  const { ids, elsewhere, against } = newcomers
  const voters = [...ids.keys()].filter((n) => !against[n])
  const crowd = crowdOf(
    here,
    voters.filter((n) => !elsewhere[n]),
  )
  // Whom a crowd explains tells nothing of the others.
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

const isSure = ([first]: Signal[]) => first !== undefined && first.strength >= lines.rule.is ** 2

function candidate(
  here: Here,
  way: Way,
  members: number[],
  signals: Signal[],
  more: { item?: number; to?: number } = {},
): Candidate {
  const { times, ids, restaurant } = here.newcomers
  const [from, to] = [times[members[0]!]!, more.to ?? times[members.at(-1)!]!]
  const against = way === 'reports'
  return {
    restaurant,
    way,
    from,
    to,
    against,
    ids: members.map((n) => ids[n]!),
    likelyHonest: members.map((n) => here.newcomers.likelyHonest[n]!),
    usual: here.usual,
    signals,
    item: more.item ?? null,
  }
}

/** Who came for it in a crowd; or a few within a week, of whom the network may tell. */
function crowdOf(here: Here, only: number[]): Candidate[] {
  const { times } = here.newcomers
  const moments = only.map((n) => times[n]!)
  const before = moments.filter(
    (at) => at < here.now - 30 * day && at > here.now - 120 * day,
  ).length
  const pace = paceOf(moments, crowds, before / 90)
  const late = only.filter((n) => times[n]! > moments.at(-1)! - 7 * day)
  const isFew = late.length >= lines.accounts.is && late.length < lines.crowd.is
  return [
    ...(pace.strength > 0
      ? [
          candidate(
            here,
            'votes',
            pace.members.map((n) => only[n]!),
            [pace],
          ),
        ]
      : []),
    ...(isFew ? [candidate(here, 'votes', late, [])] : []),
  ]
}

/** Who came one by one for one dish, and never did anything else though there was time. */
function slowOf(here: Here, voters: number[]): Candidate[] {
  const { newcomers, usual, now } = here
  const { times, elsewhere, items } = newcomers
  if (usual.neighbours < lines.accounts.is) return []
  return [...Map.groupBy(voters, (n) => items[n])].flatMap(([item, forIt]) =>
    periods.flatMap((days) => {
      const within = forIt.filter((n) => times[n]! > now - days * day)
      const settled = within.filter((n) => times[n]! < now - lines.settleDays.is * day)
      const returned = settled.filter((n) => elsewhere[n])
      const signal = noReturnOf(settled.length, returned.length, usual.returned)
      const only = within.filter((n) => !elsewhere[n])
      const isEnough = settled.length >= lines.accounts.is && signal.strength > 0
      return isEnough && item ? [candidate(here, 'slowly', only, [signal], { item, to: now })] : []
    }),
  )
}

function reportersOf(here: Here, reporters: number[]): Candidate[] {
  if (reporters.length < lines.reporters.is) return []
  const pace = paceOf(
    reporters.map((n) => here.newcomers.times[n]!),
    reporterCrowds,
  )
  return [candidate(here, 'reports', reporters, [pace])]
}

type Beside = { others: number; largest: number; known: number; networks: number }

function judged(one: Candidate, { others, largest, known, networks }: Beside): Found {
  const { ids, usual, against, restaurant, from, to } = one
  const expected = newcomersExpected(others, usual.newcomers)
  const usualOnes = one.way === 'slowly' ? likeliestHonest(one, Math.round(expected)) : []
  const signals = [
    ...one.signals,
    newcomersOf(ids.length, others, against ? usual.onlyReporters : usual.newcomers),
    networkOf(ids.length, largest, known),
  ]
  return {
    key: `${one.way} ${restaurant}${one.item === null ? '' : ` ${one.item}`}`,
    kind: against ? 'reports' : 'votes',
    isSlow: one.way === 'slowly',
    restaurantId: restaurant,
    usualOnes,
    members: ids.filter((id) => !usualOnes.includes(id)),
    networks,
    firstAct: new Date(from * 1000),
    lastAct: new Date(to * 1000),
    ...judge(ids.length, signals, against ? lines.reporters.is : lines.accounts.is),
  }
}

/**
 * Of a drip as many as would be usual stay out: a dish must not lose the votes of its honest newcomers, who can't
 * be told from it for certain. First the likely ones, then the newest. So a drip gains what chance
 * would give, however its accounts behave (SumUp bounds votes so).
 */
function likeliestHonest({ ids, likelyHonest }: Candidate, count: number): number[] {
  const likely = ids.filter((_, n) => likelyHonest[n])
  const others = ids.filter((_, n) => !likelyHonest[n])
  return [...likely, ...others.toReversed()].slice(0, count)
}

const weight = { rule: 2, desk: 1, none: 0 }

/**
 * One restaurant is looked at over several spans: the worst counts. Of two as bad the larger; of two drips the
 * shorter, since who came before it began is none of it.
 */
function bestOfEach(found: Found[]): Found[] {
  const best = new Map<string, Found>()
  for (const one of found) {
    const other = best.get(one.key)
    const more =
      other &&
      (weight[one.verdict] - weight[other.verdict] ||
        (one.isSlow
          ? one.firstAct.getTime() - other.firstAct.getTime()
          : one.members.length - other.members.length))
    if (more === undefined || more > 0) best.set(one.key, one)
  }
  return [...best.values()]
}
