import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import { freeSlot } from '#domain/quota.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import {
  pickFavouriteColumns,
  favouriteColumnNamesSql,
  type FavouriteColumns,
} from '#features/yolos/favourite-columns.server.ts'
import { countCharacters } from '#platform/text/characters.ts'
import type { MergeRow, RecordedMerge, Tx } from './record.server.ts'

type FavouriteContent = FavouriteColumns & {
  tags: number[]
  photo: { name: string } | null
}
type Yolo = FavouriteContent & { id: number; user_id: number; item_id: number; row: object }
type Pair = { older: Yolo; newer: Yolo }

/** How many pairs a statement joins or splits at most, because no statement may take longer than ten seconds. */
const pairsAtOnce = 1_000

const asJson = (rows: object[]) => sql`${JSON.stringify(rows)}::jsonb`

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
  const pairs = Array.from({ length: joined }, (_, n) => ({
    older: yolos.rows[2 * n]!,
    newer: yolos.rows[2 * n + 1]!,
  }))
  for (let n = 0; n < joined; n += pairsAtOnce)
    await joinFavourites(tx, merging, pairs.slice(n, n + pairsAtOnce))
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
 * Joins two favorites of each member. The older one stays. It gets both texts if they fit (see `joinTexts`), the tags of
 * both, and the photo of the newer one if that has one.
 */
async function joinFavourites(tx: Tx, { merge, at }: RecordedMerge, pairs: Pair[]) {
  const bothPhotos = pairs.filter(({ older, newer }) => newer.photo && older.photo)
  const asides = bothPhotos.map(({ older }) => older.photo!.name)
  await sql`
    delete from photos where yolo_id = any (${bothPhotos.map(({ older }) => older.id)}::integer[])`.execute(
    tx,
  )
  // The photos' files must stay, because the record of this merging refers to them now.
  await sql`delete from stray_photos where name = any (${asides}::text[])`.execute(tx)
  const olderIds = pairs.map(({ older }) => older.id)
  const newerIds = pairs.map(({ newer }) => newer.id)
  const ids = sql`unnest(${olderIds}::integer[], ${newerIds}::integer[]) p (older, newer)`
  await sql`
    update photos f set yolo_id = p.older, item_id = y.item_id
      from ${ids} join yolos y on y.id = p.older where f.yolo_id = p.newer`.execute(tx)
  await sql`
    insert into yolo_tags (yolo_id, tag_id)
    select p.older, t.tag_id from ${ids} join yolo_tags t on t.yolo_id = p.newer
    on conflict do nothing`.execute(tx)
  const joined = pairs.map(({ older, newer }) => ({ older, newer, after: join(older, newer) }))
  const contents = joined.map(({ older, after }) => ({
    id: older.id,
    ...pickFavouriteColumns(after),
  }))
  await sql`
    update yolos y set (${favouriteColumnNamesSql()}, updated_at) = (${favouriteColumnNamesSql('r')}, ${at}::timestamptz)
      from jsonb_populate_recordset(null::yolos, ${asJson(contents)}) r where y.id = r.id`.execute(
    tx,
  )
  const abuse = await moveAbuseReports(tx, ids)
  const firsts = await moveFirsts(tx, ids)
  await sql`delete from yolos where id = any (${newerIds}::integer[])`.execute(tx)
  const parts = joined.map(({ older, newer, after }) => ({
    user_id: older.user_id,
    was_on: newer.item_id,
    yolo_id: newer.id,
    went: {
      went: newer,
      stays: older,
      after,
      abuse: abuse(newer.id),
      firsts: firsts(newer.id),
    },
    photo: newer.photo && older.photo ? older.photo.name : null,
  }))
  await sql`
    insert into merge_parts (merge_id, user_id, kind, was_on, moved, yolo_id, went, photo)
    select ${merge}, r.user_id, 'yolo', r.was_on, false, r.yolo_id, r.went, r.photo
      from jsonb_populate_recordset(null::merge_parts, ${asJson(parts)}) r`.execute(tx)
}

const join = (older: Yolo, newer: Yolo): FavouriteContent => ({
  description: joinTexts(older.description, newer.description),
  shown_name: newer.shown_name ?? older.shown_name,
  tags: [...new Set([...older.tags, ...newer.tags])].sort((a, b) => a - b),
  photo: newer.photo ?? older.photo,
})

/**
 * Moves the abuse reports and takedowns of the newer favorites to the older ones, so that a merging doesn't show hidden
 * content again. `pairs` is SQL for their ids (`p.older`, `p.newer`). Returns a function for the ids of those that moved
 * from a newer one.
 */
async function moveAbuseReports(tx: Tx, pairs: RawBuilder<unknown>) {
  const { rows: reports } = await sql<{ id: number; newer: number }>`
    update abuse_reports r set yolo_id = p.older from ${pairs}
     where r.yolo_id = p.newer and not exists (
       select 1 from abuse_reports o where o.yolo_id = p.older and o.reporter_id = r.reporter_id and o.kind = r.kind
          and o.content_hash is not distinct from r.content_hash)
    returning r.id, p.newer`.execute(tx)
  // Setting `restored_at`, even to its own value, fires the trigger `takedowns_take_down`, which hides what is taken
  // down of the older yolo.
  const { rows: takedowns } = await sql<{ id: number; newer: number }>`
    update takedowns t set yolo_id = p.older, restored_at = t.restored_at from ${pairs}
     where t.yolo_id = p.newer and not (t.restored_at is null and exists (
       select 1 from takedowns o where o.yolo_id = p.older and o.kind = t.kind and o.restored_at is null))
    returning t.id, p.newer`.execute(tx)
  const idsOf = (rows: typeof reports, yoloId: number) =>
    rows.filter(({ newer }) => newer === yoloId).map(({ id }) => id)
  return (yoloId: number) => ({
    reports: idsOf(reports, yoloId),
    takedowns: idsOf(takedowns, yoloId),
  })
}

type First = { city_slug: string; category_id: number }

/**
 * Makes the older favorites the first ones in every city and category in which the newer ones were. Returns a function
 * for those cities and categories of a newer one.
 */
async function moveFirsts(tx: Tx, pairs: RawBuilder<unknown>) {
  const { rows } = await sql<First & { newer: number }>`
    update first_dishes f set yolo_id = p.older from ${pairs} where f.yolo_id = p.newer
    returning f.city_slug, f.category_id, p.newer`.execute(tx)
  return (yoloId: number): First[] =>
    rows
      .filter(({ newer }) => newer === yoloId)
      .map(({ city_slug, category_id }) => ({ city_slug, category_id }))
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
 * Restores the newer ones of joined favorites. Leaves those joined that were changed, moved or deleted since, that any
 * takedown concerns, or whose member's quota is full. Returns how many these are.
 */
export async function splitFavourites(
  tx: Tx,
  merge: MergeRow,
  parts: JoinedFavourites[],
): Promise<number> {
  let split = 0
  for (let from = 0; from < parts.length; from += pairsAtOnce) {
    const some = await separable(tx, merge, parts.slice(from, from + pairsAtOnce))
    await splitInTwo(tx, some)
    split += some.length
  }
  return parts.length - split
}

type Separable = { part: JoinedFavourites; slot: number | null; categoryId: number }
type Now = FavouriteContent & {
  id: number
  item_id: number
  category_id: number
  down: boolean
  slots: number[]
}

/** Returns the joined favorites that can be split, each with a slot and the category for the newer one. */
async function separable(tx: Tx, merge: MergeRow, parts: JoinedFavourites[]): Promise<Separable[]> {
  const { rows } = await sql<Now>`
    select y.id, y.item_id, y.category_id, ${favouriteColumnNamesSql('y')}, y.text_down or y.photo_down as down,
           (select coalesce(jsonb_agg(t.tag_id order by t.tag_id), '[]') from yolo_tags t where t.yolo_id = y.id) as tags,
           (select to_jsonb(p) from photos p where p.yolo_id = y.id) as photo,
           array(select o.slot from yolos o where o.user_id = y.user_id and o.category_id = y.category_id and o.slot is not null) as slots
      from yolos y where y.id = any (${parts.map(({ went }) => went.stays.id)}::integer[])`.execute(
    tx,
  )
  const nowOf = new Map(rows.map((now) => [now.id, now]))
  return parts.flatMap((part) => {
    const { went: newer, stays: older, after, abuse } = part.went
    const now = nowOf.get(older.id)
    const itemId = part.was_on === merge.from_id ? merge.into_id : merge.from_id
    if (!now || now.item_id !== itemId || now.down || abuse.takedowns.length > 0) return []
    const unlimited = isSpecialUser({ id: part.user_id })
    const slot = unlimited ? null : freeSlot(now.slots, newer.row.slot)
    if (slot === undefined || !isDeepStrictEqual(contentOf(now), contentOf(after))) return []
    return [{ part, slot, categoryId: now.category_id }]
  })
}

/** Splits joined favorites: both of each member are again what they were. */
async function splitInTwo(tx: Tx, joined: Separable[]): Promise<void> {
  const parts = joined.map(({ part }) => part)
  const newer = joined.map(({ part, slot, categoryId }) => ({
    ...pickFavouriteColumns(part.went.went),
    id: part.went.went.id,
    user_id: part.user_id,
    item_id: part.was_on,
    category_id: categoryId,
    slot,
    created_at: part.went.went.row.created_at,
    updated_at: part.went.went.row.updated_at,
    moved_at: part.went.went.row.moved_at ?? null,
  }))
  await sql`
    insert into yolos (id, user_id, item_id, category_id, slot, ${favouriteColumnNamesSql()}, created_at, updated_at,
                       moved_at)
    overriding system value
    select id, user_id, item_id, category_id, slot, ${favouriteColumnNamesSql()}, created_at, updated_at, moved_at
      from jsonb_populate_recordset(null::yolos, ${asJson(newer)})`.execute(tx)
  const older = parts.map(({ went: { stays } }) => ({
    ...pickFavouriteColumns(stays),
    id: stays.id,
    updated_at: stays.row.updated_at,
  }))
  await sql`
    update yolos y set (${favouriteColumnNamesSql()}, updated_at) = (${favouriteColumnNamesSql('r')}, r.updated_at)
      from jsonb_populate_recordset(null::yolos, ${asJson(older)}) r where y.id = r.id`.execute(tx)
  const tagged = parts.map(({ went }) => ({
    older: went.stays.id,
    newer: went.went.id,
    kept: went.stays.tags,
    back: went.went.tags,
  }))
  const tags = sql`
    jsonb_to_recordset(${asJson(tagged)}) r (older integer, newer integer, kept smallint[], back smallint[])`
  await sql`
    delete from yolo_tags t using ${tags} where t.yolo_id = r.older and t.tag_id <> all (r.kept)`.execute(
    tx,
  )
  await sql`
    insert into yolo_tags (yolo_id, tag_id) select r.newer, unnest(r.back) from ${tags}`.execute(tx)
  await splitPhotos(tx, parts)
  const reports = parts.flatMap(({ went: { went, abuse } }) =>
    abuse.reports.map((id) => ({ id, yolo_id: went.id })),
  )
  await sql`
    update abuse_reports a set yolo_id = r.yolo_id
      from jsonb_populate_recordset(null::abuse_reports, ${asJson(reports)}) r where a.id = r.id`.execute(
    tx,
  )
  const firsts = parts.flatMap(({ went: { went, stays, firsts: those = [] } }) =>
    those.map((first) => ({ ...first, older: stays.id, newer: went.id })),
  )
  await sql`
    update first_dishes f set yolo_id = r.newer
      from jsonb_to_recordset(${asJson(firsts)}) r (older integer, newer integer, city_slug text, category_id smallint)
     where f.yolo_id = r.older and f.city_slug = r.city_slug and f.category_id = r.category_id`.execute(
    tx,
  )
}

/** Gives the newer favorites their photos again, and the older ones those that were set aside. */
async function splitPhotos(tx: Tx, parts: JoinedFavourites[]): Promise<void> {
  const taken = parts.filter(({ went }) => went.went.photo)
  await sql`
    update photos f set yolo_id = p.newer, item_id = y.item_id
      from unnest(${taken.map(({ went }) => went.stays.id)}::integer[],
                  ${taken.map(({ went }) => went.went.id)}::integer[]) p (older, newer)
      join yolos y on y.id = p.newer where f.yolo_id = p.older`.execute(tx)
  const aside = parts.filter(({ photo }) => photo)
  await sql`
    insert into photos
    select (jsonb_populate_record(null::photos, r.photo || jsonb_build_object('item_id', y.item_id))).*
      from jsonb_to_recordset(${asJson(aside.map(({ went: { stays } }) => ({ id: stays.id, photo: stays.photo })))})
             r (id integer, photo jsonb)
      join yolos y on y.id = r.id`.execute(tx)
  // The files belong to the restored photos again, not to the record of the merging.
  await sql`
    update merge_parts set photo = null where id = any (${aside.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
}

const contentOf = ({ tags, photo, ...favourite }: FavouriteContent) => ({
  ...pickFavouriteColumns(favourite),
  tags,
  photo: photo?.name,
})
