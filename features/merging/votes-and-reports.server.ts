import { sql, type RawBuilder } from 'kysely'
import type { MergeRow, RecordedMerge, Tx } from './record.server.ts'

/** A table with at most one row per member and item or restaurant. */
export type VoteOrReportTable = 'votes' | 'item_reports' | 'restaurant_reports'

const kindOf = (table: VoteOrReportTable) => (table === 'votes' ? 'vote' : 'report')
const subjectOf = (table: VoteOrReportTable) =>
  sql.ref(table === 'restaurant_reports' ? 'restaurant_id' : 'item_id')

/**
 * SQL for what merging each of `pairs` (goes, stays) does to the rows of a table: those that move (`moved` is true) and
 * those that are removed. The merging and its preview both use this query.
 */
export const plannedMovesSql = (table: VoteOrReportTable, pairs: RawBuilder<unknown>) =>
  table === 'votes' ? voteMoves(pairs) : reportMoves(table, pairs)

/** A member keeps at most one vote, and none if the item is then one of their favorites (rules: votes). */
const voteMoves = (pairs: RawBuilder<unknown>) => sql`
  select user_id, was_on, goes and not own and not twice as moved
    from (select v.user_id, v.item_id as was_on, v.item_id = p.goes as goes,
                 exists (select 1 from votes o where o.item_id = p.stays and o.user_id = v.user_id) as twice,
                 exists (select 1 from yolos y
                          where y.item_id in (p.goes, p.stays) and y.user_id = v.user_id) as own
            from (${pairs}) p join votes v on v.item_id in (p.goes, p.stays)) voted
   where goes or own`

/** A member keeps one report. If they reported both and only one report still counts, that one is kept. */
function reportMoves(table: VoteOrReportTable, pairs: RawBuilder<unknown>) {
  const [reports, subject] = [sql.table(table), subjectOf(table)]
  const countsAlone = sql`o.cleared_at is not null and r.cleared_at is null`
  const otherCountsAlone = sql`r.cleared_at is not null and o.cleared_at is null`
  return sql`
    select r.user_id, r.${subject} as was_on,
           r.${subject} = p.goes and (o.user_id is null or (${countsAlone})) as moved
      from (${pairs}) p join ${reports} r on r.${subject} in (p.goes, p.stays)
      left join ${reports} o on o.user_id = r.user_id
            and o.${subject} = case r.${subject} when p.goes then p.stays else p.goes end
     where r.${subject} = p.goes or (o.user_id is not null and ${otherCountsAlone})`
}

/** Records in `merge_parts` which rows move and which are removed, and then moves and removes them. */
export async function moveRows(tx: Tx, table: VoteOrReportTable, merging: RecordedMerge) {
  const { merge, from, into } = merging
  const [target, subject, kind] = [sql.table(table), subjectOf(table), kindOf(table)]
  const pair = sql`select ${from}::integer as goes, ${into}::integer as stays`
  const { rows } = await sql<{ moved: number; dropped: number }>`
    with recorded as (
      insert into merge_parts (merge_id, user_id, kind, was_on, moved, went)
      select ${merge}, m.user_id, ${kind}, m.was_on, m.moved, case when not m.moved then to_jsonb(r) end
        from (${plannedMovesSql(table, pair)}) m
        join ${target} r on r.user_id = m.user_id and r.${subject} = m.was_on
      returning moved)
    select count(*) filter (where moved)::integer as moved,
           count(*) filter (where not moved)::integer as dropped from recorded`.execute(tx)
  const recorded = sql`p.merge_id = ${merge} and p.kind = ${kind}
    and r.user_id = p.user_id and r.${subject} = p.was_on`
  await sql`delete from ${target} r using merge_parts p where ${recorded} and not p.moved`.execute(
    tx,
  )
  await sql`
    update ${target} r set ${subject} = ${into} from merge_parts p where ${recorded} and p.moved`.execute(
    tx,
  )
  return rows[0]!
}

/**
 * Undoes what `moveRows` recorded. Rows that were added after the merging stay where they are. A row doesn't return if
 * its member withdrew it since, and a vote doesn't return if it is for the member's own favorite.
 */
export async function restoreMovedRows(tx: Tx, table: VoteOrReportTable, merge: MergeRow) {
  const { id, from_id: from, into_id: into, at } = merge
  const [target, subject] = [sql.table(table), subjectOf(table)]
  const ownOn = (items: RawBuilder<unknown>) =>
    table === 'votes'
      ? sql`exists (select 1 from yolos y where y.user_id = p.user_id and y.item_id in (${items}))`
      : sql`false`
  const recorded = sql`p.merge_id = ${id} and p.kind = ${kindOf(table)}`
  await sql`
    update ${target} r set ${subject} = ${from} from merge_parts p
     where ${recorded} and p.moved and r.user_id = p.user_id and r.${subject} = ${into}
       and r.created_at <= ${at} and not ${ownOn(sql`${from}`)}
       and not exists (select 1 from ${target} o where o.user_id = r.user_id and o.${subject} = ${from})`.execute(
    tx,
  )
  await sql`
    insert into ${target}
    select (jsonb_populate_record(null::${target}, p.went)).* from merge_parts p
     where ${recorded} and not p.moved and not ${ownOn(sql`p.was_on`)}
       and (${ownOn(sql`${from}, ${into}`)} or exists (
             select 1 from ${target} r where r.user_id = p.user_id
                and r.${subject} in (${from}, ${into}) and r.created_at <= ${at}))
    on conflict do nothing`.execute(tx)
}
