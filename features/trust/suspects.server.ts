import { sql, type RawBuilder } from 'kysely'
import { caseVersion } from '#domain/queue/seen.ts'
import { answerWaitsSql } from '#domain/holds.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { isConcerned, isHeldElsewhere, withHolder } from './decisions/concerned.server.ts'
import { describe } from './queue/queue-kind.server.ts'
import { clusterNotFound, showSuspectCluster } from './suspects.contract.ts'

type Cluster = OutputOf<typeof showSuspectCluster>
type Head = Omit<
  Cluster,
  'version' | 'restaurant' | 'members' | 'dishes' | 'answers' | 'nextPage'
> & {
  restaurantId: number | null
  restaurantName: string | null
}

const answersPerPage = 50

export const suspectHandlers = ({ database }: Services) => [
  implementCall(showSuspectCluster, async ({ input: { id, page } }) => {
    const head = await headOf(database, id)
    if (!head) throw clusterNotFound()
    const { restaurantId, restaurantName, ...rest } = head
    const [[described], members, dishes, answers] = await Promise.all([
      describe(database, [{ about: 'cluster', id, round: 0, decision: null }]),
      membersIn(database, id),
      // If an admin has decided about all before, the dishes are theirs.
      dishesOf(database, id, head.count > 0 ? isConcerned : sql<boolean>`not m.beside`),
      answersOf(database, id, (page - 1) * answersPerPage),
    ])
    const restaurant = restaurantId ? { id: restaurantId, name: restaurantName ?? '' } : null
    return {
      ...rest,
      version: caseVersion(described ?? { restsOn: [] }),
      restaurant,
      members,
      dishes,
      answers: answers.slice(0, answersPerPage),
      nextPage: answers.length > answersPerPage ? page + 1 : null,
    }
  }),
]

async function headOf(database: Database, id: number): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select s.id, s.kind, s.restaurant_id as "restaurantId", r.name as "restaurantName", s.score, s.reasons,
           s.networks, ${isoTimestampSql('s.first_act')} as "firstAct", ${isoTimestampSql('s.last_act')} as "lastAct",
           s.by_rule as "byRule", s.closed_at is not null as closed, c.count, c.held, c."heldElsewhere", c."decidedBefore",
           case when s.closed_at is not null then d.decision end as decision,
           'cluster-' || s.id || '-' || coalesce(d.round, 0) + (s.closed_at is null or d.round is null)::integer as "caseId"
      from suspects s left join restaurants r on r.id = s.restaurant_id
      left join lateral (
        select round, decision from report_decisions
         where subject = 'cluster ' || s.id and restored_at is null order by round desc limit 1) d on true
     cross join lateral (
       select (count(*) filter (where about.them))::integer as count,
              (count(u.held_at) filter (where about.them))::integer as held,
              (count(*) filter (where about.them and ${isHeldElsewhere}))::integer as "heldElsewhere",
              (count(*) filter (where not about.them))::integer as "decidedBefore"
         from suspect_members m join users u on u.id = m.user_id ${withHolder}
        cross join lateral (select ${isConcerned} as them) about
        where m.suspect_id = s.id and not m.beside) c
     where s.id = ${id}`.execute(database)
  return rows[0]
}

async function membersIn(database: Database, id: number): Promise<Cluster['members']> {
  const { rows } = await sql<Cluster['members'][number]>`
    select u.id as "userId", u.user_name as "userName", ${isoTimestampSql('u.created_at')} as "joinedAt",
           ${isoTimestampSql('a.first_at')} as "firstAt", u.email_verified_at is not null as verified, c.beside,
           c."decidedBefore", ${isoTimestampSql('u.held_at')} as "heldAt", coalesce(a.votes, 0) as votes
      from (select g.*, row_number() over (partition by g.beside, g."decidedBefore"
                                           order by n.created_at desc, n.id desc) as place
              from (select m.user_id, m.beside, not m.beside and not ${isConcerned} as "decidedBefore"
                      from suspects s join suspect_members m on m.suspect_id = s.id where s.id = ${id}) g
              join users n on n.id = g.user_id) c
      join users u on u.id = c.user_id left join member_acts a on a.user_id = u.id
     where c.place <= 100
     order by c.beside desc, c."decidedBefore", u.created_at desc, u.id desc`.execute(database)
  return rows
}

/**
 * SQL for the rank of dish `i` among the dishes of its category in the same cell: one more than the number of dishes
 * that rank better. `votes` are the upvotes of `i`, `rival` those of another dish `o`.
 */
const place = (votes: RawBuilder<unknown>, rival: RawBuilder<unknown>) => sql`
  (select count(*) + 1 from items o left join theirs t on t.item_id = o.id
    where o.category_id = i.category_id and o.cell5 = i.cell5 and o.listed and o.id <> i.id
      and (${rival}, o.counted_yolos, o.newest_counted_at, -o.id)
          > (${votes}, i.counted_yolos, i.newest_counted_at, -i.id))::integer`

async function dishesOf(
  database: Database,
  id: number,
  which: RawBuilder<boolean>,
): Promise<Cluster['dishes']> {
  const counted = (item: string, theirs: string, votes: 'aside' | 'counting') =>
    sql`greatest(0, ${sql.ref(`${item}.vote_count`)} + ${sql.ref(`${item}.adjustment`)}
      ${votes === 'aside' ? sql`+` : sql`-`} coalesce(${sql.ref(`${theirs}.${votes}`)}, 0))`
  const { rows } = await sql<Cluster['dishes'][number]>`
    with theirs as (
      select v.item_id, count(*)::integer as votes, count(*) filter (where v.counted) as counting,
             count(*) filter (where not v.counted) as aside
        from suspects s join suspect_members m on m.suspect_id = s.id join votes v on v.user_id = m.user_id
       where s.id = ${id} and ${which} group by v.item_id),
    most as (select * from theirs order by votes desc, item_id limit 50)
    select i.id, i.name, r.name as "restaurantName", m.votes,
           ${place(counted('i', 'm', 'aside'), counted('o', 't', 'aside'))} as with,
           ${place(counted('i', 'm', 'counting'), counted('o', 't', 'counting'))} as without
      from most m join items i on i.id = m.item_id join restaurants r on r.id = i.restaurant_id
     order by m.votes desc, i.id`.execute(database)
  return rows
}

async function answersOf(
  database: Database,
  id: number,
  from: number,
): Promise<Cluster['answers']> {
  const { rows } = await sql<Cluster['answers'][number]>`
    select u.id as "userId", u.user_name as "userName", h.answer as text, ${isoTimestampSql('h.answered_at')} as at,
           case when ${answerWaitsSql} then 'hold-' || h.id || '-1' end as "caseId", h.released_at is null as held
      from holds h join users u on u.id = h.user_id
     where h.cluster_id = ${id} and h.answer is not null
     order by ${answerWaitsSql} desc, u.email_verified_at is null, h.answered_at, h.id
     limit ${answersPerPage + 1} offset ${from}`.execute(database)
  return rows
}
