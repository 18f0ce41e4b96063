import { sql, type RawBuilder } from 'kysely'
import { lockItemsSql, restaurantVisibleToUserSql } from '#domain/merged.ts'
import { notLoggedIn } from '#platform/contract/failure.ts'
import {
  violatesConstraint,
  preparedStatementComment,
  withRetries,
} from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import { itemNotFound, itemRenamed } from '../contract.ts'
import { cannotUpvoteOwnFavourite, votingClosed } from './contract.ts'

export type VoteRequest = {
  itemId: number
  userId: number
  /** Key of the name that the item must have, if there is one. */
  nameKey?: string | null
}
export type VoteResult = {
  id: number
  upvoted: boolean
  canUpvote: boolean
  upvoteCount: number
  /** False if the request changed nothing: the vote was already cast, or there was none to take back. */
  changed: boolean
}

type Answers = Promise<(VoteResult | Error)[]>

type Row = VoteRequest & {
  /** Id of the item that this one was merged into, or null. */
  stayed: number | null
  there: boolean
  listed: boolean
  renamed: boolean
  served: boolean
  member: boolean
  own: boolean
  changed: boolean
  upvoteCount: number
}

/**
 * Casts these votes in one statement. Returns an answer or a refusal for each. Saving an item takes the same locks, so
 * that a member can’t vote for an item and save it at the same time (docs/safety.md, S35). If the statement waited for
 * such a save, its snapshot lacks the new yolo. The vote then violates the constraint votes_not_own, and the statement
 * is run again.
 */
export async function castVotes(
  database: Database,
  requests: readonly VoteRequest[],
  now: Date,
): Answers {
  const rows = await change(database, requests, cast(now))
  return answers(rows, (led) => castVotes(database, led, now), castOf)
}

function castOf({
  itemId: id,
  there,
  served,
  listed,
  renamed,
  member,
  own,
  ...row
}: Row): VoteResult | Error {
  if (!there) return itemNotFound()
  if (!served) return votingClosed()
  if (!listed) return itemNotFound()
  if (renamed) return itemRenamed()
  if (!member) return notLoggedIn()
  if (own) return cannotUpvoteOwnFavourite()
  return { id, upvoted: true, canUpvote: false, upvoteCount: row.upvoteCount, changed: row.changed }
}

/** Takes these votes back. Returns an answer or a refusal for each. */
export async function withdrawVotes(database: Database, requests: readonly VoteRequest[]): Answers {
  const rows = await change(database, requests, takenBack)
  return answers(rows, (led) => withdrawVotes(database, led), takenBackOf)
}

const takenBackOf = ({ itemId: id, there, served, own, upvoteCount, changed }: Row) =>
  there ? { id, upvoted: false, canUpvote: served && !own, upvoteCount, changed } : itemNotFound()

/**
 * Returns the answers in the order of `rows`. If an item was merged, its request is repeated for the item that it was
 * merged into.
 */
async function answers(
  rows: Row[],
  ask: (led: VoteRequest[]) => Answers,
  answerOf: (row: Row) => VoteResult | Error,
): Answers {
  const led = rows.flatMap(({ stayed, userId }) => (stayed ? [{ itemId: stayed, userId }] : []))
  const later = led.length > 0 ? await ask(led) : []
  return rows.map((row) => (row.stayed ? later.shift()! : answerOf(row)))
}

// The triggers of `votes` in counts.sql update the counts, and `items_logged_updated` logs the change for lists in
// memory.
const cast = (now: Date) => sql`
  insert into votes (item_id, user_id, created_at)
  select item_id, user_id, ${now}::timestamptz from asked
   where stands and listed and not renamed and served and member and not own
  on conflict (item_id, user_id) do nothing returning item_id, user_id, 1 as step`

const takenBack = sql`
  delete from votes v using asked a where v.item_id = a.item_id and v.user_id = a.user_id
  returning v.item_id, v.user_id, -1 as step`

async function change(
  database: Database,
  requests: readonly VoteRequest[],
  changed: RawBuilder<unknown>,
): Promise<Row[]> {
  const items = requests.map(({ itemId }) => itemId)
  const users = requests.map(({ userId }) => userId)
  const names = requests.map(({ nameKey }) => nameKey ?? null)
  const statement = sql<Row>`
    ${preparedStatementComment} with voters as materialized (
      select id, counts from users where id = any (${users}::integer[]) order by id for share),
    held as materialized (${lockItemsSql(items, sql`(select count(*) from voters) >= 0`)}),
    asked as materialized (
      select a.*, h.merged_into, h.vote_count, h.adjustment, h.id is not null and not h.deleted as stands,
             h.listed, coalesce(a.name_key <> h.name_key, false) as renamed, h.served,
             case when h.served then true else exists (
               select from items i join restaurants r on r.id = i.restaurant_id
                where i.id = h.id and ${restaurantVisibleToUserSql(sql.ref('a.user_id'))}) end as seen, v.id is not null as member, v.counts,
             exists (select from yolos y where y.item_id = a.item_id and y.user_id = a.user_id) as own
        from unnest(${items}::integer[], ${users}::integer[], ${names}::text[]) with ordinality as a (item_id, user_id, name_key, place)
        left join held h on h.id = a.item_id
        left join voters v on v.id = a.user_id),
    changed as (${changed})
    select a.item_id as "itemId", a.user_id as "userId", null::integer as stayed, a.stands and a.seen as there, a.listed, a.renamed,
           a.served, a.member, a.own, c.item_id is not null as changed,
           -- The value that items.upvote_count will have after this statement.
           greatest(a.vote_count + a.adjustment + coalesce((
             select sum(n.step) from changed n join voters o on o.id = n.user_id and o.counts where n.item_id = a.item_id), 0), 0)::integer as "upvoteCount"
      from asked a left join changed c on c.item_id = a.item_id and c.user_id = a.user_id
     order by a.place`
  const { rows } = await withRetries(
    () => statement.execute(database),
    (error) => violatesConstraint(error, 'votes_not_own'),
  )
  return rows
}
