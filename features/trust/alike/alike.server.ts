import { sql } from 'kysely'
import { verifiedAndNotHeldSql } from '#domain/holds.ts'
import { memberVisibleSql } from '#domain/visible.ts'
import { unverifiedSince, votesCountOf } from '#domain/votes-that-count.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database } from '#platform/server/services.ts'
import type { FoundCluster } from '../clusters.server.ts'
import { countsForBaseline } from '../crowds/baseline.server.ts'
import { withHistory } from '../history.server.ts'
import { alikeCrowds, thresholds } from '../lines.data.ts'
import { membersWithoutForerunner, type MemberVotes } from './forerunners.ts'
import { exactCopies } from './copies.ts'
import { whatTheyDid } from './copies.server.ts'
import { splitByBurst, splitCluster, type ClusterMember } from '../parts.ts'
import { scoreCluster } from '../score.ts'
import { alikeSignal, isAlike, type VoteSet } from '../signals/alike.ts'
import { paceSignal } from '../signals/pace.ts'
import { networkSignal, ringSignal } from '../signals/signals.ts'

/**
 * Members with the same hash in a band. Each member's votes are hashed into several bands (locality-sensitive hashing),
 * and members who vote alike probably have the same hash in at least one of them.
 */
type Meeting = { band: number; hash: string; members: number[] }
/**
 * Maximum number of members that are compared per meeting or sampled per group, and maximum number of meetings per query.
 */
const compared = 300
const page = 200
/**
 * SQL condition on a row `u` of `users`: the account counts, because it takes a mailbox. So do disabled ones, whose votes
 * go on counting.
 */
const counts = verifiedAndNotHeldSql('u')
/**
 * SQL order of rows `u` of `users` by who is compared first. The hashes are known to everyone, so accounts that cost
 * nothing could take all places: those who count come first, then those whose votes count.
 */
const whoIsFirst = (now: Date) => sql`${counts} desc, ${votesCountOf('u', now)} desc`
/** Maximum number of a member's votes that are compared: the first ones. */
const maxVotes = 400
/**
 * Minimum number of members with the same hash in a band (see `Meeting`). It is lower than the minimum for a cluster,
 * because a band can contain only a part of a group.
 */
const least = 4

/**
 * Yields clusters of members who vote alike: only among members who share a hash with a `changed` member, or among all
 * if `changed` is null.
 */
export async function* findAlikeVoterClusters(
  database: Database,
  changed: number[] | null,
  now: Date,
): AsyncGenerator<FoundCluster> {
  const groups = new Groups()
  // Unverified accounts cost nothing, so they must not unite members who count.
  const counting = new Groups()
  for await (const meetings of meet(database, changed, now)) {
    const sets = await setsOf(
      database,
      [...new Set(meetings.flatMap(({ members }) => members))],
      now,
    )
    const popularity = await popularityAmong(database, [...sets.values()], now)
    for (const { members } of meetings) {
      const found = members.flatMap((id) => sets.get(id) ?? [])
      for (const [n, a] of found.entries())
        for (const b of found.slice(n + 1, n + 41)) {
          if (pauses.isDue()) await pauses.pause()
          if (!isAlike(a, b, popularity)) continue
          groups.unite(a.userId, b.userId)
          for (const one of [a, b]) if (one.counts) counting.unite(one.userId, one.userId)
          if (a.counts && b.counts) counting.unite(a.userId, b.userId)
        }
    }
  }
  const within = Map.groupBy(counting.all(), ([one]) => groups.top(one!))
  for (const members of groups.all())
    yield* clustersIn(database, members, within.get(groups.top(members[0]!)) ?? [], now)
}

/**
 * Yields the clusters in a group. `counting` contains the groups of those who count, as they are without the others. Each
 * is judged by itself, and only the largest also together with the others (those whose votes are alike to the core's are
 * added again), because any number of unverified accounts, which cost nothing, could lead from a group to members who
 * vote for other dishes.
 */
async function* clustersIn(database: Database, group: number[], counting: number[][], now: Date) {
  const ordered = counting.toSorted((a, b) => b.length - a.length)
  const apart = new Set(ordered.filter((some, n) => n > 0 || some.length === 1).flat())
  const together = group.filter((id) => !apart.has(id))
  const whole = await withCore(database, together, now)
  const found = await partsAlike(database, whole, now)
  yield* found
  const seen = new Set(found.flatMap(({ members }) => members))
  const held = new Set(found.flatMap((part) => (part.verdict === 'rule' ? part.members : [])))
  for (const some of counting) {
    const members = await withCore(database, some, now, true)
    if (members.join() === whole.join()) continue
    for (const part of await partsAlike(database, members, now)) {
      const known = part.verdict === 'rule' ? held : seen
      if (part.members.some((id) => !known.has(id))) yield part
    }
  }
}

async function* meet(
  database: Database,
  changed: number[] | null,
  now: Date,
): AsyncGenerator<Meeting[]> {
  let [band, hash] = [-1, '0']
  for (;;) {
    const { rows } = await sql<Meeting>`
      with met as materialized (
        select band, hash from vote_bands
         where (band, hash) > (${band}::smallint, ${hash}::bigint)
           ${changed ? sql`and (band, hash) in (select band, hash from vote_bands where user_id = any (${changed}::integer[]))` : sql``}
         group by band, hash having count(*) >= ${least}
         order by band, hash limit ${page})
      select m.band, m.hash::text as hash,
             array(select u.id from vote_bands b join users u on u.id = b.user_id
                    where (b.band, b.hash) = (m.band, m.hash)
                    order by ${whoIsFirst(now)}, u.id desc limit ${compared}) as members
        from met m order by m.band, m.hash`.execute(database)
    if (rows.length > 0) yield rows
    if (rows.length < page) return
    ;({ band, hash } = rows.at(-1)!)
  }
}

/**
 * The bands miss some members, so this adds everyone whose votes are alike to the group's core, the dishes that most of
 * the group voted for (as in CopyCatch); with `onlyCounting`, only those who count.
 */
async function withCore(
  database: Database,
  members: number[],
  now: Date,
  onlyCounting = false,
): Promise<number[]> {
  if (members.length < thresholds.reporters.is) return members
  const sets = [...(await setsOf(database, members, now, compared)).values()]
  const counts = new Map<number, number>()
  for (const { items } of sets)
    for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const core = [...counts].flatMap(([item, count]) => (count * 2 > sets.length ? item : []))
  if (core.length < thresholds.alikeVotes.is) return members
  const { rows } = await sql<{ id: number }>`
    select u.id from votes v join users u on u.id = v.user_id where v.item_id = any (${core}::integer[])
     group by u.id having count(*) >= ${Math.ceil(core.length * thresholds.alikeShare.is)}
     order by ${whoIsFirst(now)}, u.id limit ${compared * 10}`.execute(database)
  const others = await setsOf(
    database,
    rows.map(({ id }) => id),
    now,
  )
  const popularity = await popularityAmong(database, sets, now)
  const all = new Set(members)
  for (const one of others.values()) {
    if (pauses.isDue()) await pauses.pause()
    if (onlyCounting && !one.counts) continue
    if (isAlike({ userId: 0, items: core }, one, popularity)) all.add(one.userId)
  }
  return [...all].sort((a, b) => a - b)
}

/** `isUsual` says that popularity is measured by this member (see `countsForBaseline`). */
type MemberVoteSet = VoteSet & { counts: boolean; isUsual: boolean }

/** Returns the votes of these members, or of `most` of them, in the order of `whoIsFirst`. */
async function setsOf(
  database: Database,
  members: number[],
  now: Date,
  most = members.length,
): Promise<Map<number, MemberVoteSet>> {
  const { rows } = await sql<MemberVoteSet>`
    select u.id as "userId", to_json((array_agg(v.item_id order by v.created_at))[1:${maxVotes}]) as items,
           ${counts} as counts, ${countsForBaseline} as "isUsual"
      from votes v join users u on u.id = v.user_id
     where v.user_id = any (${members}::integer[]) group by u.id
     order by ${whoIsFirst(now)}, u.id limit ${most}`.execute(database)
  return new Map(rows.map((one) => [one.userId, one]))
}

/**
 * Returns a function that returns a dish's share of the votes in its region, without the votes of the compared members.
 * Only the votes of members who count (`countsForBaseline`) are included; otherwise accounts that cost nothing could
 * make the dishes of a group so popular that its members no longer look alike. Of all votes that count for a dish, those
 * of the few others are subtracted, because a popular dish may have too many votes to read them all. Lapsed votes still
 * count until the night.
 */
async function popularityAmong(database: Database, sets: MemberVoteSet[], now: Date) {
  const own = new Map<number, number>()
  for (const { items, isUsual } of sets) {
    if (pauses.isDue()) await pauses.pause()
    for (const item of items) own.set(item, (own.get(item) ?? 0) + Number(isUsual))
  }
  const { rows } = await sql<{ id: number; votes: number; cell: string; near: number }>`
    select i.id, i.vote_count - coalesce(o.votes, 0) as votes, n.region::text as cell, coalesce(n.votes, 0)::float8 as near
      from items i join restaurant_usual r on r.restaurant_id = i.restaurant_id
      left join (
        select v.item_id, count(*)::integer as votes from users u join votes v on v.user_id = u.id
         where (u.email_verified_at is null and u.created_at > ${unverifiedSince(now)}::timestamptz - interval '2 days' or not ${memberVisibleSql('u')})
           and v.counted and v.item_id = any (${[...own.keys()]}::integer[])
         group by v.item_id) o on o.item_id = i.id
      left join (
        select region, sum(votes) as votes from restaurant_usual
         where region in (select o.region from items t join restaurant_usual o on o.restaurant_id = t.restaurant_id
                           where t.id = any (${[...own.keys()]}::integer[]))
         group by region) n on n.region = r.region
     where i.id = any (${[...own.keys()]}::integer[])`.execute(database)
  const ownNear = new Map<string, number>()
  for (const { id, cell } of rows) ownNear.set(cell, (ownNear.get(cell) ?? 0) + own.get(id)!)
  const shares = new Map(
    rows.map(({ id, votes, cell, near }) => [
      id,
      Math.max(1, votes - own.get(id)!) /
        Math.max(thresholds.priorWeight.is, near - ownNear.get(cell)!),
    ]),
  )
  return (item: number) => shares.get(item) ?? 0
}

async function partsAlike(
  database: Database,
  members: number[],
  now: Date,
): Promise<FoundCluster[]> {
  if (members.length < thresholds.accounts.is) return []
  const { came, leaders } = await cameAlike(database, members)
  // If the members whom the others may have copied (the leaders) are few, they aren't part of the cluster. If they are
  // many, they stay in it, and an admin decides.
  const areFew = leaders.size <= thresholds.first.is
  const followers = areFew ? members.filter((id) => !leaders.has(id)) : members
  const whole = await judged(database, followers, now)
  if (whole.verdict === 'none') return []
  const copies = came.filter(({ id }) => !leaders.has(id))
  const { fresh, apart } = splitByBurst(await withoutCheapMore(database, copies))
  const exact = await exactCopies(await whatTheyDid(database, [...fresh]))
  for (const { id, verified } of copies) if (verified && !exact.has(id)) fresh.delete(id)
  const others = followers.filter((id) => !fresh.has(id))
  const parts = splitCluster({
    whole,
    apart: new Set([...apart, ...leaders]),
    fresh: fresh.size > 0 ? await judged(database, [...fresh], now) : null,
    others: others.length > 0 ? await judged(database, others, now, true) : null,
  })
  return parts.map((part, n) =>
    n === 0 && areFew ? { ...part, beside: [...part.beside, ...leaders] } : part,
  )
}

/** Sets `hasMore` to false for unverified members without a history of their own. */
async function withoutCheapMore(database: Database, members: ClusterMember[]) {
  const unverified = members.flatMap((one) => (one.hasMore && !one.verified ? one.id : []))
  const known = await withHistory(database, unverified)
  return members.map((one) => ({
    ...one,
    hasMore: one.hasMore && (one.verified || known.has(one.id)),
  }))
}

type AlikeMember = ClusterMember & MemberVotes

/**
 * Returns when the members of a group joined and first voted, and whom the others may have copied (see
 * `membersWithoutForerunner`). Dishes that enough members voted for are shared; `hasMore` says that a member also saved
 * another dish, or voted for one, even if they took the vote back.
 */
async function cameAlike(database: Database, members: number[]) {
  const { rows } = await sql<AlikeMember>`
    with cast_votes as (
      select user_id, item_id, extract(epoch from created_at)::float8 as at
        from votes where user_id = any (${members}::integer[])),
    shared as (
      select item_id from cast_votes group by item_id having count(*) >= ${thresholds.own.is * members.length}::float8)
    select u.id, extract(epoch from u.created_at)::float8 as joined, min(v.at) as first,
           u.email_verified_at is not null as verified,
           to_json((array_agg(v.item_id order by v.at, v.item_id))[1:${maxVotes}]) as items,
           to_json((array_agg(v.at order by v.at, v.item_id))[1:${maxVotes}]) as times,
           to_json(array(select w.item_id from withdrawn_votes w where w.user_id = u.id
                  order by w.withdrawn_at desc, w.item_id limit ${maxVotes})) as withdrawn,
           coalesce(bool_or(v.item_id not in (select item_id from shared)), false)
             or exists (select from yolos y where y.user_id = u.id and y.item_id not in (select item_id from shared))
             or exists (select from withdrawn_votes w where w.user_id = u.id and w.item_id not in (select item_id from shared))
             as "hasMore"
      from users u join cast_votes v on v.user_id = u.id
     group by u.id order by u.id`.execute(database)
  return { came: rows, leaders: new Set(await membersWithoutForerunner(rows)) }
}

async function judged(
  database: Database,
  members: number[],
  now: Date,
  isBefore = false,
): Promise<FoundCluster> {
  const sets = [...(await setsOf(database, members, now, compared)).values()]
  const popularity = await popularityAmong(database, sets, now)
  const { rows: saved } = await sql<{ item: number; savers: number[] }>`
    select item_id as item, array_agg(user_id) as savers from yolos
     where user_id = any (${members}::integer[]) group by item_id`.execute(database)
  const saversOf = new Map(saved.map(({ item, savers }) => [item, new Set(savers)]))
  // A dish that n of the others saved is probably just good, so a vote for it counts only 1/n.
  const meets = ({ userId, items }: VoteSet) =>
    items.reduce((sum, item) => {
      const savers = saversOf.get(item)
      const others = savers ? savers.size - Number(savers.has(userId)) : 0
      return sum + (others === 0 ? 0 : 1 / others)
    }, 0)
  const votes = sets.reduce((sum, { items }) => sum + items.length, 0)
  const within = sets.reduce((sum, one) => sum + meets(one), 0)
  const usual = saved.reduce((sum, { item }) => sum + popularity(item), 0)
  const facts = await factsOf(database, members, isBefore)
  const signals = [
    await alikeSignal(sets, popularity),
    ringSignal(votes, within, usual),
    paceSignal(facts.joined, alikeCrowds),
    networkSignal(members.length, facts.largest, facts.known),
  ]
  return {
    key: facts.key ?? `alike ${isBefore ? 'before ' : ''}${Math.min(...members)}`,
    kind: 'alike',
    isSlow: false,
    usualOnes: [],
    restaurantId: null,
    members,
    beside: [],
    networks: facts.networks,
    firstAct: facts.first,
    lastAct: facts.last,
    ...scoreCluster(members.length, signals),
  }
}

type Facts = {
  joined: number[]
  first: Date
  last: Date
  largest: number
  known: number
  networks: number
  key: string | null
}

async function factsOf(database: Database, members: number[], isBefore: boolean): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select (select array_agg(extract(epoch from created_at)::float8 order by created_at) from users
             where id = any (${members}::integer[])) as joined,
           (select min(created_at) from votes where user_id = any (${members}::integer[])) as first,
           (select max(created_at) from votes where user_id = any (${members}::integer[])) as last,
           coalesce(max(w.accounts), 0)::integer as largest, coalesce(sum(w.accounts), 0)::integer as known,
           count(w.network)::integer as networks,
           (select s.key from suspect_members m join suspects s on s.id = m.suspect_id and s.kind = 'alike'
             where m.user_id = any (${members}::integer[]) and not m.beside
               and (s.key like 'alike before %') = ${isBefore}::boolean group by s.key order by count(*) desc, s.key limit 1) as key
      from (select network, count(*) as accounts from network_evidence
             where user_id = any (${members}::integer[]) group by network) w`.execute(database)
  return rows[0]!
}

/** Unites pairs of members who vote alike into groups (union-find). */
class Groups {
  private readonly over = new Map<number, number>()

  top(one: number): number {
    let top = one
    for (
      let next = this.over.get(top);
      next !== undefined && next !== top;
      next = this.over.get(top)
    )
      top = next
    this.over.set(one, top)
    return top
  }

  unite(a: number, b: number) {
    this.over.set(this.top(a), this.top(b))
  }

  all(): number[][] {
    const groups = Map.groupBy(this.over.keys(), (one) => this.top(one))
    return [...groups.values()].map((members) => members.sort((a, b) => a - b))
  }
}
