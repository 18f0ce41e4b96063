import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import { freeSlot } from '#domain/quota.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import {
  pickFavouriteColumns,
  favouriteColumnNamesSql,
  favouriteColumnValuesSql,
  type FavouriteColumns,
} from '#features/yolos/favourite-columns.server.ts'
import { countCharacters } from '#platform/text/characters.ts'
import type { MergeRow, RecordedMerge, Tx } from './record.server.ts'

type FavouriteContent = FavouriteColumns & {
  tags: number[]
  photo: { name: string } | null
}
type Yolo = FavouriteContent & { id: number; user_id: number; item_id: number; row: object }

/**
 * Moves the favorites of the item that is merged away to the item that stays. If a member saved both items, their two
 * favorites become one.
 */
export async function mergeFavourites(tx: Tx, merging: RecordedMerge) {
  const { merge, from, into } = merging
  const yolos = await sql<Yolo>`
    select y.id, y.user_id, y.item_id, ${favouriteColumnNamesSql('y')}, to_jsonb(y) as row,
           (select coalesce(jsonb_agg(t.tag_id order by t.tag_id), '[]') from yolo_tags t where t.yolo_id = y.id) as tags,
           (select to_jsonb(p) from photos p where p.yolo_id = y.id) as photo
      from yolos y
     where y.item_id in (${from}, ${into})
       and exists (select 1 from yolos o where o.user_id = y.user_id and o.id <> y.id and o.item_id in (${from}, ${into}))
     order by y.user_id, y.created_at, y.id`.execute(tx)
  const joined = yolos.rows.length / 2
  for (let pair = 0; pair < joined; pair++)
    await joinFavourites(tx, merging, yolos.rows[2 * pair]!, yolos.rows[2 * pair + 1]!)
  const { numAffectedRows: moved = 0n } = await sql`
    with moved as (update yolos set item_id = ${into} where item_id = ${from} returning id, user_id)
    insert into merge_parts (merge_id, user_id, kind, was_on, moved, yolo_id)
    select ${merge}, user_id, 'yolo', ${from}, true, id from moved`.execute(tx)
  // A deleted yolo whose deletion can still be undone must return to the item that stays.
  await sql`
    with moved as (update deleted_yolos set item_id = ${into} where item_id = ${from} returning id, user_id)
    insert into merge_parts (merge_id, user_id, kind, was_on, moved, yolo_id)
    select ${merge}, user_id, 'yolo', ${from}, true, id from moved`.execute(tx)
  return { moved: Number(moved), joined }
}

/**
 * Joins a member's two favorites. The older one stays. It gets both texts if they fit (see `joinTexts`), the tags of
 * both, and the photo of the newer one if that has one.
 */
async function joinFavourites(tx: Tx, merging: RecordedMerge, older: Yolo, newer: Yolo) {
  const { merge, at } = merging
  const aside = newer.photo && older.photo
  if (aside) {
    await tx.deleteFrom('photos').where('yolo_id', '=', older.id).execute()
    // The photo's files must stay, because the record of this merging refers to them now.
    await tx.deleteFrom('stray_photos').where('name', '=', aside.name).execute()
  }
  await sql`
    update photos set yolo_id = ${older.id}, item_id = ${older.item_id} where yolo_id = ${newer.id}`.execute(
    tx,
  )
  await sql`
    insert into yolo_tags (yolo_id, tag_id) select ${older.id}, tag_id from yolo_tags where yolo_id = ${newer.id}
    on conflict do nothing`.execute(tx)
  const after: FavouriteContent = {
    description: joinTexts(older.description, newer.description),
    shown_name: newer.shown_name ?? older.shown_name,
    tags: [...new Set([...older.tags, ...newer.tags])].sort((a, b) => a - b),
    photo: newer.photo ?? older.photo,
  }
  await tx
    .updateTable('yolos')
    .set({ ...pickFavouriteColumns(after), updated_at: at })
    .where('id', '=', older.id)
    .execute()
  const abuse = await moveAbuseReports(tx, newer.id, older.id)
  const firsts = await moveFirsts(tx, newer.id, older.id)
  await tx.deleteFrom('yolos').where('id', '=', newer.id).execute()
  await sql`
    insert into merge_parts (merge_id, user_id, kind, was_on, moved, yolo_id, went, photo)
    values (${merge}, ${older.user_id}, 'yolo', ${newer.item_id}, false, ${newer.id},
            ${JSON.stringify({ went: newer, stays: older, after, abuse, firsts })}, ${aside?.name ?? null})`.execute(
    tx,
  )
}

/**
 * Moves the abuse reports and takedowns of one favorite to another, so that a merging doesn't show hidden content
 * again. Returns the ids of those that moved.
 */
async function moveAbuseReports(tx: Tx, from: number, to: number) {
  const { rows: reports } = await sql<{ id: number }>`
    update abuse_reports r set yolo_id = ${to}
     where yolo_id = ${from} and not exists (
       select 1 from abuse_reports o where o.yolo_id = ${to} and o.reporter_id = r.reporter_id and o.kind = r.kind
          and o.content_hash is not distinct from r.content_hash)
    returning id`.execute(tx)
  // Setting `restored_at`, even to its own value, fires the trigger `takedowns_take_down`, which hides what is taken
  // down of the yolo `to`.
  const { rows: takedowns } = await sql<{ id: number }>`
    update takedowns t set yolo_id = ${to}, restored_at = t.restored_at
     where yolo_id = ${from} and not (restored_at is null and exists (
       select 1 from takedowns o where o.yolo_id = ${to} and o.kind = t.kind and o.restored_at is null))
    returning id`.execute(tx)
  return { reports: reports.map(({ id }) => id), takedowns: takedowns.map(({ id }) => id) }
}

type First = { city_slug: string; category_id: number }

/**
 * Makes the favorite `to` the first one in every city and category in which `from` was the first one. Returns those
 * cities and categories.
 */
async function moveFirsts(tx: Tx, from: number, to: number): Promise<First[]> {
  const { rows } = await sql<First>`
    update first_dishes set yolo_id = ${to} where yolo_id = ${from}
    returning city_slug, category_id`.execute(tx)
  return rows
}

/**
 * Returns both texts, the older first, if they fit; otherwise the newer one, which the member wrote last. If one text
 * contains the other, it returns only the longer one.
 */
function joinTexts(older: string, newer: string): string {
  if (!newer || older.includes(newer)) return older
  if (!older || newer.includes(older)) return newer
  const both = `${older}\n\n${newer}`
  return countCharacters(both) <= maxTextLength ? both : newer
}

/** SQL for how many favorites would be moved, and how many joined, if `pairs` of items (goes, stays) were merged. */
export const plannedFavouriteCountsSql = (pairs: RawBuilder<unknown>) => sql`
  select count(*) filter (where o.id is null or (y.created_at, y.id) < (o.created_at, o.id))::integer as moved,
         count(o.id)::integer as joined
    from (${pairs}) p join yolos y on y.item_id = p.goes
    left join yolos o on o.item_id = p.stays and o.user_id = y.user_id`

type Kept = FavouriteContent & { id: number }
export type JoinedFavourites = {
  id: string
  user_id: number
  was_on: number
  yolo_id: number
  photo: string | null
  went: {
    went: Kept & {
      row: {
        slot: number | null
        created_at: string
        updated_at: string | null
        /** Absent in records of older versions. */
        moved_at?: string | null
      }
    }
    stays: Kept & { row: { updated_at: string | null } }
    after: FavouriteContent
    abuse: { reports: number[]; takedowns: number[] }
    /** Absent in records of older versions. */
    firsts?: First[]
  }
}

/**
 * Restores the newer of two joined favorites. Returns false, and leaves them joined, if the joined one was changed,
 * moved or deleted since, if any takedown concerns it, or if the member's quota is full.
 */
export async function splitFavourite(
  tx: Tx,
  merge: MergeRow,
  part: JoinedFavourites,
): Promise<boolean> {
  const { went: newer, stays: older, after, abuse, firsts = [] } = part.went
  const { rows } = await sql<
    FavouriteContent & { down: boolean; slots: number[]; category_id: number }
  >`
    select ${favouriteColumnNamesSql('y')}, y.category_id, y.text_down or y.photo_down as down,
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
  if (
    !now ||
    now.down ||
    abuse.takedowns.length > 0 ||
    slot === undefined ||
    !isDeepStrictEqual(contentOf(now), contentOf(after))
  )
    return false
  await sql`
    insert into yolos (id, user_id, item_id, category_id, slot, ${favouriteColumnNamesSql()}, created_at, updated_at,
                       moved_at)
    overriding system value
    values (${newer.id}, ${part.user_id}, ${part.was_on}, ${now.category_id},
            ${slot}, ${favouriteColumnValuesSql(newer)},
            ${newer.row.created_at}::timestamptz, ${newer.row.updated_at}::timestamptz,
            ${newer.row.moved_at ?? null}::timestamptz)`.execute(tx)
  await sql`
    update yolos set (${favouriteColumnNamesSql()}, updated_at)
                   = (${favouriteColumnValuesSql(older)}, ${older.row.updated_at}::timestamptz) where id = ${older.id}`.execute(
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
    // The files belong to the restored photo again, not to the record of the merging.
    await sql`update merge_parts set photo = null where id = ${part.id}`.execute(tx)
  }
  await sql`
    update abuse_reports set yolo_id = ${newer.id} where id = any (${abuse.reports}::integer[])`.execute(
    tx,
  )
  await sql`
    update first_dishes f set yolo_id = ${newer.id}
      from jsonb_to_recordset(${JSON.stringify(firsts)}::jsonb) as w (city_slug text, category_id smallint)
     where f.yolo_id = ${older.id} and f.city_slug = w.city_slug and f.category_id = w.category_id`.execute(
    tx,
  )
  return true
}

const contentOf = ({ tags, photo, ...favourite }: FavouriteContent) => ({
  ...pickFavouriteColumns(favourite),
  tags,
  photo: photo?.name,
})
