import { sql, type Selectable } from 'kysely'
import { lockItem, resolveItemId } from '#domain/merged.ts'
import { quota } from '#domain/quota.ts'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import {
  moderatedMemberSql,
  takeReportsOfPhoto,
  takeReportsOfText,
  refuseTakenDownPhoto,
  refuseTakenDownText,
} from '#domain/moderated-content.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { Refusal } from '#platform/contract/failure.ts'
import { RetryableConflictError } from '#platform/server/database/database.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Tx } from '#platform/server/services.ts'
import { restaurantGone } from './contract.ts'
import { favouriteColumnNamesSql } from './favourite-columns.server.ts'
import { lockRestaurantForAdding } from './save.server.ts'
import { slotForNewYolo } from './slots.server.ts'

type Deleted = Pick<Selectable<DB['deleted_yolos']>, 'id' | 'user_id' | 'item_id' | 'description'>
/** Where a deleted yolo comes back; the slot is null for user 20, who has no quota. */
type Placed = { id: number; itemId: number; slot: number | null }

/**
 * Inserts a deleted yolo again, in a free slot of its member, whom the caller must have locked. Throws, before it has
 * written anything, if its text or photo was taken down elsewhere meanwhile or its restaurant deleted. `makeRoom` runs
 * once the restaurant is locked, because items must be locked after their restaurant.
 */
export async function reinsertYolo(
  tx: Tx,
  yolo: Deleted,
  { verified }: { verified: boolean },
  makeRoom: (itemId: number) => Promise<void> = async () => {},
): Promise<void> {
  const { id: yoloId, user_id: userId } = yolo
  const photoHash = await refuseTakenDown(tx, yolo)
  const id = await resolveItemId(tx, yolo.item_id)
  const which = sql`id = (select restaurant_id from items where id = ${id})`
  const restaurant = await lockRestaurantForAdding(tx, which)
  if (restaurant?.deleted_at) throw restaurantGone()
  await makeRoom(id)
  const held = await lockItem(tx, id, 'change')
  if (!held) throw itemNotFound()
  const { category_id: categoryId } = (await rowById(tx, 'items', held.id, ['category_id']))!
  const slot = await slotForNewYolo(tx, { userId, categoryId, itemId: held.id, verified })
  await insertPlaced(tx, [{ id: yoloId, itemId: held.id, slot }])
  await takeReports(tx, yolo, photoHash)
}

type RemovedWith = {
  kind: 'item' | 'restaurant'
  id: number
  /** The members who are locked. */
  members: ReadonlySet<number>
  now: Date
}

/** How many yolos a statement inserts at most, because no statement may take longer than ten seconds. */
const insertedAtOnce = 2_000

/**
 * Inserts the yolos again that were deleted with an item or restaurant, the oldest first, as far as their members have
 * room. The caller must have locked their members, and the item or restaurant with its yolos.
 */
export async function reinsertYolosOf(tx: Tx, { kind, id, members, now }: RemovedWith) {
  const on = kind === 'item' ? sql`i.id = ${id}` : sql`i.restaurant_id = ${id}`
  const { rows: kept } = await sql<{ id: number; user_id: number; compared: boolean }>`
    select d.id, d.user_id, ${moderatedMemberSql('d.user_id')} as compared
      from deleted_yolos d join items i on i.id = d.item_id
     where d.removed_with = ${`${kind} ${id}`} and d.due > ${now} and ${on}`.execute(tx)
  if (!kept.every(({ user_id }) => members.has(user_id)))
    throw new RetryableConflictError('It was deleted while the members were being locked.')
  const { rows: compared } = await sql<Deleted>`
    select id, user_id, item_id, description from deleted_yolos
     where id = any (${kept.filter((yolo) => yolo.compared).map((yolo) => yolo.id)}::integer[])`.execute(
    tx,
  )
  const photoHashes = new Map<number, Buffer | null>()
  // Those that are refused stay in `deleted_yolos`, as those for which there is no place.
  for (const yolo of compared)
    try {
      photoHashes.set(yolo.id, await refuseTakenDown(tx, yolo))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  const allowed = kept.filter((yolo) => !yolo.compared || photoHashes.has(yolo.id))
  const placed = await placesFor(
    tx,
    allowed.map((yolo) => yolo.id),
  )
  for (let from = 0; from < placed.length; from += insertedAtOnce)
    await insertPlaced(tx, placed.slice(from, from + insertedAtOnce))
  const back = new Set(placed.map((yolo) => yolo.id))
  for (const yolo of compared)
    if (back.has(yolo.id)) await takeReports(tx, yolo, photoHashes.get(yolo.id)!)
  return { restored: placed.length, left: kept.length - placed.length }
}

/** Finds places for deleted yolos by the rules of `slotForNewYolo`. Those for which there is none are left out. */
async function placesFor(tx: Tx, ids: number[]): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    with wanted as (
      select distinct on (d.user_id, d.item_id) d.id, d.user_id, d.item_id, d.created_at, i.category_id,
             u.email_verified_at is not null as verified, d.user_id <> ${specialUserId} as limited
        from deleted_yolos d join items i on i.id = d.item_id join users u on u.id = d.user_id
       where d.id = any (${ids}::integer[]) and i.deleted_at is null
         and not exists (select from yolos y where y.user_id = d.user_id
                            and (y.item_id = d.item_id or u.email_verified_at is null))
       order by d.user_id, d.item_id, d.created_at, d.id),
    numbered as (
      select *, row_number() over (partition by user_id order by created_at, id) as nth,
             row_number() over (partition by user_id, category_id order by created_at, id) as nth_of_category
        from wanted)
    select n.id, n.item_id as "itemId", free.slot
      from numbered n left join lateral (
        select s.slot from generate_series(1, ${quota}::integer) s (slot)
         where not exists (select from yolos y
                            where (y.user_id, y.category_id, y.slot) = (n.user_id, n.category_id, s.slot))
         order by s.slot offset n.nth_of_category - 1 limit 1) free on n.limited
     where (n.verified or n.nth = 1) and (free.slot is not null or not n.limited)
     order by n.created_at, n.id`.execute(tx)
  return rows
}

/** Inserts deleted yolos again with all that they had, by the same few statements for any number of them. */
async function insertPlaced(tx: Tx, placed: Placed[]): Promise<void> {
  const ids = placed.map(({ id }) => id)
  const isOne = sql`= any (${ids}::integer[])`
  // The trigger `yolos_filled` hides the text or photo again if it was taken down. Other triggers update counts and
  // contest entries as for a new yolo.
  await sql`
    insert into yolos (id, user_id, item_id, category_id, slot, ${favouriteColumnNamesSql()}, created_at, moved_at)
    overriding system value
    select d.id, d.user_id, i.id, i.category_id, p.slot, ${favouriteColumnNamesSql('d')}, d.created_at, d.moved_at
      from unnest(${ids}::integer[], ${placed.map(({ itemId }) => itemId)}::integer[],
                  ${placed.map(({ slot }) => slot)}::smallint[]) p (id, item_id, slot)
      join deleted_yolos d on d.id = p.id join items i on i.id = p.item_id
     order by d.created_at, d.id`.execute(tx)
  // The item might have moved to another category meanwhile, so tags of the old one are left out.
  await sql`
    insert into yolo_tags (yolo_id, tag_id)
    select distinct y.id, t.id from deleted_yolos d join yolos y on y.id = d.id
      join tags t on t.id = any (d.tags) and t.category_id = y.category_id
     where d.id ${isOne}`.execute(tx)
  await takePhotosBack(tx, ids)
  // A favorite counts by itself (rules: votes).
  await sql`
    delete from votes v using yolos y
     where y.id ${isOne} and v.item_id = y.item_id and v.user_id = y.user_id`.execute(tx)
  await sql`delete from deleted_yolos where id ${isOne}`.execute(tx)
}

/** Throws if an admin took its text or photo down elsewhere meanwhile. Returns the photo's hash. */
async function refuseTakenDown(tx: Tx, { id, user_id, description }: Deleted) {
  const whose = { userId: user_id, yoloId: id }
  const photoHash = await keptPhotoHash(tx, id)
  await refuseTakenDownText(tx, whose, description)
  await refuseTakenDownPhoto(tx, whose, photoHash)
  return photoHash
}

async function takeReports(
  tx: Tx,
  { id, user_id, description }: Deleted,
  photoHash: Buffer | null,
) {
  const whose = { userId: user_id, yoloId: id }
  await takeReportsOfText(tx, whose, description)
  await takeReportsOfPhoto(tx, whose, photoHash)
}

async function keptPhotoHash(tx: Tx, yoloId: number): Promise<Buffer | null> {
  const { rows } = await sql<{ hash: Buffer | null }>`
    select (jsonb_populate_record(null::photos, photo)).content_hash as hash
      from deleted_yolos where id = ${yoloId} and photo is not null`.execute(tx)
  return rows[0]?.hash ?? null
}

/** Restores the photos that `stray_photos` still lists, because files of others may have been deleted already. */
async function takePhotosBack(tx: Tx, ids: number[]) {
  await sql`
    with kept as (
      select p.*, y.id as kept_yolo, y.item_id as kept_item
        from deleted_yolos d join yolos y on y.id = d.id, jsonb_populate_record(null::photos, d.photo) p
       where d.id = any (${ids}::integer[]) and d.photo is not null),
    struck as (delete from stray_photos s using kept k where s.name = k.name returning s.name)
    insert into photos (yolo_id, item_id, name, colour, width, height, cut, created_at, content_hash)
    select k.kept_yolo, k.kept_item, k.name, k.colour, k.width, k.height, k.cut, k.created_at, k.content_hash
      from kept k join struck s on s.name = k.name`.execute(tx)
}
