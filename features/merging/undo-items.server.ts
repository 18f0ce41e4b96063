import { sql, type Transaction } from 'kysely'
import { setVotesRight } from '#domain/counts.ts'
import { freeSlot } from '#domain/quota.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { breaks } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import type { YoloContent } from './parts.server.ts'
import { lockForMerging } from './items.server.ts'

type Tx = Transaction<DB>
export type MergeRow = {
  id: number
  from_id: number
  into_id: number
  at: Date
  before: { category?: number; followers: number[]; items?: number[]; empty?: string[] }
}
/** Why a merging can't be undone, as text for the operator. */
export class CannotUndo extends Error {}

type Kept = YoloContent & { id: number }
type Joined = {
  id: string
  user_id: number
  was_on: number
  yolo_id: number
  photo: string | null
  went: {
    went: Kept & { row: { slot: number | null; created_at: string; updated_at: string | null } }
    stays: Kept & { row: { updated_at: string | null } }
    after: YoloContent
    abuse: { reports: number[]; takedowns: number[] }
  }
}

/** Takes two items apart as far as nothing has changed since; answers how many joined favourites stay joined. */
export async function undoItemMerge(tx: Tx, merge: MergeRow, at: Date): Promise<number> {
  const { from_id: from, into_id: into } = merge
  const joined = await joinedIn(tx, merge.id)
  const members = await lockMembers(tx, merge.id)
  await lockForMerging(tx, [from, into])
  await standApart(tx, merge)
  await sql`
    update yolos y set item_id = ${from} from merge_parts p
     where p.merge_id = ${merge.id} and p.kind = 'yolo' and p.moved and y.id = p.yolo_id and y.item_id = ${into}`.execute(
    tx,
  )
  let left = 0
  for (const part of joined) if (!(await splitYolo(tx, merge, part))) left++
  await returnVotes(tx, merge)
  // A returned vote is as it was when it was set aside; its member may have verified since.
  await setVotesRight(tx, members, at)
  await returnReports(tx, merge, 'item')
  await sql`
    insert into adjustments (item_id, actor_id, at, before, after)
    select s.id, 0, ${at}, s.adjustment, s.adjustment - g.adjustment
      from items s join items g on g.id = ${from} where s.id = ${into} and g.adjustment <> 0`.execute(
    tx,
  )
  await sql`
    update items s set adjustment = s.adjustment - g.adjustment from items g where s.id = ${into} and g.id = ${from}`.execute(
    tx,
  )
  // What stays joined keeps what was set aside for it.
  await sql`
    delete from merge_parts p where merge_id = ${merge.id}
       and not (kind = 'yolo' and not moved and not exists (select 1 from yolos y where y.id = p.yolo_id))`.execute(
    tx,
  )
  return left
}

/** Members to whom something returns: saves, votes and verification each take this lock first too. */
async function lockMembers(tx: Tx, merge: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
     where id in (select user_id from merge_parts
                   where merge_id = ${merge} and kind in ('yolo', 'vote') and not moved)
     order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function joinedIn(tx: Tx, merge: number): Promise<Joined[]> {
  const { rows } = await sql<Joined>`
    select id, user_id, was_on, yolo_id, photo, went from merge_parts
     where merge_id = ${merge} and kind = 'yolo' and not moved order by user_id`.execute(tx)
  return rows
}

/** Restores the item that was merged away, or throws why that isn't possible. */
async function standApart(tx: Tx, { from_id: from, into_id: into, before }: MergeRow) {
  const { rows } = await sql<{
    id: number
    merged_into: number | null
    gone: boolean
    category: number
  }>`
    select id, merged_into, deleted_at is not null as gone, category_id as category
      from items where id in (${from}, ${into})`.execute(tx)
  const goes = rows.find(({ id }) => id === from)
  const stays = rows.find(({ id }) => id === into)
  if (!goes || !stays || goes.merged_into !== into || stays.gone)
    throw new CannotUndo('One of the two was merged again or deleted since: undo that first.')
  if (stays.category !== before.category)
    throw new CannotUndo('The dish that stayed has moved to another category since.')
  try {
    await sql`update items set deleted_at = null, merged_into = null where id = ${from}`.execute(tx)
  } catch (error) {
    if (!breaks(error, 'items_name')) throw error
    throw new CannotUndo('Another dish has the old name by now: rename or merge that first.')
  }
  await sql`
    update items set merged_into = ${from}, name_leads = true
     where id = any (${before.followers}::integer[]) and merged_into = ${into}`.execute(tx)
}

/** The newer favourite comes back beside the older one, unless that was changed, taken down or the quota is full. */
async function splitYolo(tx: Tx, merge: MergeRow, part: Joined): Promise<boolean> {
  const { went: newer, stays: older, after, abuse } = part.went
  const { rows } = await sql<YoloContent & { down: boolean; slots: number[]; category_id: number }>`
    select y.description, y.shown_name, y.category_id, y.text_down or y.photo_down as down,
           (select coalesce(jsonb_agg(t.tag_id order by t.tag_id), '[]') from yolo_tags t where t.yolo_id = y.id) as tags,
           (select to_jsonb(p) from photos p where p.yolo_id = y.id) as photo,
           array(select o.slot from yolos o where o.user_id = y.user_id and o.category_id = y.category_id and o.slot is not null) as slots
      from yolos y
     where y.id = ${older.id} and y.item_id = ${part.was_on === merge.from_id ? merge.into_id : merge.from_id}`.execute(
    tx,
  )
  const now = rows[0]
  const unlimited = isSpecialUser({ id: part.user_id })
  const slot = unlimited ? null : freeSlot(now?.slots ?? [], newer.row.slot)
  if (!now || now.down || abuse.takedowns.length > 0 || slot === undefined || !same(now, after))
    return false
  await sql`
    insert into yolos (id, user_id, item_id, category_id, slot, description, shown_name, created_at, updated_at)
    overriding system value
    values (${newer.id}, ${part.user_id}, ${part.was_on}, ${now.category_id},
            ${slot}, ${newer.description}, ${newer.shown_name},
            ${newer.row.created_at}::timestamptz, ${newer.row.updated_at}::timestamptz)`.execute(tx)
  await sql`
    update yolos set description = ${older.description}, shown_name = ${older.shown_name},
                     updated_at = ${older.row.updated_at}::timestamptz where id = ${older.id}`.execute(
    tx,
  )
  await sql`delete from yolo_tags where yolo_id = ${older.id} and tag_id <> all (${older.tags}::integer[])`.execute(
    tx,
  )
  await sql`
    insert into yolo_tags (yolo_id, tag_id) select ${newer.id}, unnest(${newer.tags}::integer[])`.execute(
    tx,
  )
  if (newer.photo)
    await sql`
      update photos set yolo_id = ${newer.id}, item_id = ${part.was_on} where yolo_id = ${older.id}`.execute(
      tx,
    )
  if (part.photo) {
    await sql`
      insert into photos
      select (jsonb_populate_record(null::photos, ${JSON.stringify(older.photo)}::jsonb
              || jsonb_build_object('item_id', y.item_id))).* from yolos y where y.id = ${older.id}`.execute(
      tx,
    )
    // Its files are the photo's again.
    await sql`update merge_parts set photo = null where id = ${part.id}`.execute(tx)
  }
  await sql`
    update abuse_reports set yolo_id = ${newer.id} where id = any (${abuse.reports}::integer[])`.execute(
    tx,
  )
  return true
}

const same = (now: YoloContent, after: YoloContent) =>
  now.description === after.description &&
  now.shown_name === after.shown_name &&
  now.photo?.name === after.photo?.name &&
  now.tags.join() === after.tags.join()

/** Votes cast before the merging return; later ones stay. No vote returns to a member's own favourite, nor if it was withdrawn since. */
async function returnVotes(tx: Tx, { id, from_id: from, into_id: into, at }: MergeRow) {
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
