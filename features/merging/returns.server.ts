import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
import type { MergeRow } from './merge-row.server.ts'

type Tx = Transaction<DB>

/** Votes cast before the merging return; later ones stay. No vote returns to a member's own favourite, nor if it was withdrawn since. */
export async function returnVotes(tx: Tx, { id, from_id: from, into_id: into, at }: MergeRow) {
  await sql`
    insert into votes
    select (jsonb_populate_record(null::votes, p.went)).* from merge_parts p
     where p.merge_id = ${id} and p.kind = 'vote' and not p.moved
       and not exists (select 1 from yolos y where y.user_id = p.user_id and y.item_id = p.was_on)
       and (exists (select 1 from yolos y where y.user_id = p.user_id and y.item_id in (${from}, ${into}))
            or exists (select 1 from votes v where v.user_id = p.user_id and v.item_id = ${into} and v.created_at <= ${at}))
    on conflict do nothing`.execute(tx)
  await sql`
    update votes v set item_id = ${from} from merge_parts p
     where p.merge_id = ${id} and p.kind = 'vote' and p.moved and v.user_id = p.user_id and v.item_id = ${into}
       and v.created_at <= ${at}
       and not exists (select 1 from yolos y where y.user_id = v.user_id and y.item_id = ${from})
       and not exists (select 1 from votes o where o.user_id = v.user_id and o.item_id = ${from})`.execute(
    tx,
  )
}

/** Reports that went with the merging return, as votes do. */
export async function returnReports(
  tx: Tx,
  { id, from_id: from, into_id: into, at }: MergeRow,
  kind: 'item' | 'restaurant',
) {
  const [reports, on] = [sql.table(`${kind}_reports`), sql.ref(`${kind}_id`)]
  await sql`
    insert into ${reports}
    select (jsonb_populate_record(null::${reports}, '{"confirms": false}' || p.went)).* from merge_parts p
     where p.merge_id = ${id} and p.kind = 'report' and not p.moved
       and exists (select 1 from ${reports} r where r.user_id = p.user_id and r.${on} = ${into} and r.created_at <= ${at})
    on conflict do nothing`.execute(tx)
  await sql`
    update ${reports} r set ${on} = ${from} from merge_parts p
     where p.merge_id = ${id} and p.kind = 'report' and p.moved and r.user_id = p.user_id and r.${on} = ${into}
       and r.created_at <= ${at}
       and not exists (select 1 from ${reports} o where o.user_id = r.user_id and o.${on} = ${from})`.execute(
    tx,
  )
}
