import { sql, type Transaction } from 'kysely'
import { freeSlot } from '#domain/quota.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import type { DB } from '#platform/server/schema.ts'
import type { MergeRow } from './merge-row.server.ts'
import type { YoloContent } from './parts.server.ts'

type Kept = YoloContent & { id: number }
export type Joined = {
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

/** The newer favourite comes back beside the older one, unless that was changed, taken down or the quota is full. */
export async function splitYolo(
  tx: Transaction<DB>,
  merge: MergeRow,
  part: Joined,
): Promise<boolean> {
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
