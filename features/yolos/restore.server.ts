import { sql, type Selectable } from 'kysely'
import { lockMember } from '#domain/locks/lock-member.ts'
import { lockItem, resolveItemId } from '#domain/merged.ts'
import { canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { votesCountOf } from '#domain/votes-that-count.ts'
import {
  takeReportsOfPhoto,
  takeReportsOfText,
  refuseTakenDownPhoto,
  refuseTakenDownText,
} from '#domain/moderated-content.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { restaurantGone, yoloNotFound } from './contract.ts'
import {
  favouriteColumnNamesSql,
  favouriteColumnValuesSql,
  type FavouriteColumns,
} from './favourite-columns.server.ts'
import { removeYolo } from './remove.server.ts'
import { lockItems, lockRestaurantForAdding, withdrawVote } from './save.server.ts'
import { slotForNewYolo } from './slots.server.ts'
import { addTags } from './tags.server.ts'

type Restored = { yoloId: number; insteadOf: number | undefined; now: Date }

/**
 * Restores a deleted yolo with its text, tags and photo, if the quota allows it. The viewer's own yolo `insteadOf` is
 * deleted to make room, if it is still there. Returns the owner's id, or null if it was restored before, which is asked
 * for once more where the answer was lost.
 */
export async function restoreDeletedYolo(
  tx: Tx,
  viewer: Viewer,
  { yoloId, insteadOf, now }: Restored,
): Promise<number | null> {
  const kept = tx
    .selectFrom('deleted_yolos')
    .selectAll()
    .where('id', '=', yoloId)
    .where('due', '>', now)
  const found = await kept.executeTakeFirst()
  if (!found) return expectRestored(tx, viewer, { yoloId, insteadOf })
  if (found.deleted_by !== viewer.id || !canEditYoloOf(viewer, found.user_id)) throw notYours()
  // As in a save, this lock makes one member's saves, changes and votes run one after another.
  const owner = await lockMember(tx, found.user_id)
  if (!owner) throw notLoggedIn()
  const yolo = await kept.forUpdate().executeTakeFirst()
  if (!yolo) return expectRestored(tx, viewer, { yoloId, insteadOf })
  if (insteadOf && yolo.user_id !== viewer.id) throw notYours()
  const out = insteadOf ? await lockOwnYolo(tx, viewer, insteadOf) : null
  const verified = owner.email_verified_at !== null
  await reinsertYolo(tx, yolo, { verified, now }, async (itemId) => {
    if (!out) return
    await lockItems(tx, [itemId, out.item_id])
    await removeYolo(tx, viewer, out.id, now)
  })
  return yolo.user_id
}

/** Throws unless the yolo is there, and the one that it was to be restored instead of isn't. */
async function expectRestored(
  tx: Tx,
  viewer: Viewer,
  { yoloId, insteadOf }: Omit<Restored, 'now'>,
): Promise<null> {
  const yolo = await rowById(tx, 'yolos', yoloId, ['user_id'])
  const isOther = insteadOf && (await rowById(tx, 'yolos', insteadOf, ['id']))
  if (!yolo || isOther || !canEditYoloOf(viewer, yolo.user_id)) throw yoloNotFound()
  return null
}

async function keptPhotoHash(tx: Tx, yoloId: number): Promise<Buffer | null> {
  const { rows } = await sql<{ hash: Buffer | null }>`
    select (jsonb_populate_record(null::photos, photo)).content_hash as hash
      from deleted_yolos where id = ${yoloId} and photo is not null`.execute(tx)
  return rows[0]?.hash ?? null
}

async function lockOwnYolo(tx: Tx, viewer: Viewer, id: number) {
  const yolo = await rowById(tx, 'yolos', id, ['id', 'user_id', 'item_id'] as const, 'update')
  if (yolo && yolo.user_id !== viewer.id) throw notYours()
  return yolo
}

type Deleted = Pick<
  Selectable<DB['deleted_yolos']>,
  'id' | 'user_id' | 'item_id' | 'tags' | 'created_at' | 'moved_at'
> &
  FavouriteColumns

/**
 * Inserts a deleted yolo again, in a free slot of its member, whom the caller must have locked. Throws, before it has
 * written anything, if its text or photo was taken down elsewhere meanwhile or its restaurant deleted. `makeRoom` runs once the restaurant is
 * locked, because items must be locked after their restaurant.
 */
export async function reinsertYolo(
  tx: Tx,
  yolo: Deleted,
  { verified, now }: { verified: boolean; now: Date },
  makeRoom: (itemId: number) => Promise<void> = async () => {},
): Promise<void> {
  const { id: yoloId, user_id: userId } = yolo
  const whose = { userId, yoloId }
  const photoHash = await keptPhotoHash(tx, yoloId)
  await refuseTakenDownText(tx, whose, yolo.description)
  await refuseTakenDownPhoto(tx, whose, photoHash)
  const id = await resolveItemId(tx, yolo.item_id)
  const which = sql`id = (select restaurant_id from items where id = ${id})`
  const restaurant = await lockRestaurantForAdding(tx, which)
  if (restaurant?.deleted_at) throw restaurantGone()
  await makeRoom(id)
  const held = await lockItem(tx, id, 'change')
  if (!held) throw itemNotFound()
  const { category_id: categoryId } = (await rowById(tx, 'items', held.id, ['category_id']))!
  const slot = await slotForNewYolo(tx, { userId, categoryId, itemId: held.id, verified })
  // The trigger `yolos_filled` hides the text or photo again if it was taken down. Other triggers update counts and
  // contest entries as for a new yolo.
  await sql`
    insert into yolos (id, user_id, item_id, category_id, slot, ${favouriteColumnNamesSql()}, created_at, moved_at)
    overriding system value
    values (${yoloId}, ${userId}, ${held.id}, ${categoryId}, ${slot},
            ${favouriteColumnValuesSql(yolo)}, ${yolo.created_at}, ${yolo.moved_at})`.execute(tx)
  // It was saved earlier, when its member's favorites may still have counted.
  await sql`
    update yolos y set counted = false from users u
     where y.id = ${yoloId} and u.id = y.user_id and y.counted and not ${votesCountOf('u', now)}`.execute(
    tx,
  )
  // The item might have moved to another category meanwhile, so tags of the old one are left out.
  const allowed = new Set(tagsOf(categoryId).map(({ id }) => id))
  const tags = yolo.tags.filter((tag) => allowed.has(tag))
  await addTags(tx, yoloId, tags)
  await takePhotoBack(tx, yoloId, held.id)
  await withdrawVote(tx, held.id, userId)
  await tx.deleteFrom('deleted_yolos').where('id', '=', yoloId).execute()
  await takeReportsOfText(tx, whose, yolo.description)
  await takeReportsOfPhoto(tx, whose, photoHash)
}

/** Restores the photo if `stray_photos` still lists it, because otherwise its files may have been deleted already. */
async function takePhotoBack(tx: Tx, yoloId: number, itemId: number) {
  await sql`
    with kept as (
      select p.* from deleted_yolos d, jsonb_populate_record(null::photos, d.photo) p
       where d.id = ${yoloId} and d.photo is not null),
    struck as (delete from stray_photos s using kept k where s.name = k.name returning s.name)
    insert into photos (yolo_id, item_id, name, colour, width, height, cut, created_at, content_hash)
    select ${yoloId}, ${itemId}, k.name, k.colour, k.width, k.height, k.cut, k.created_at, k.content_hash
      from kept k join struck s on s.name = k.name`.execute(tx)
}

/** SQL condition: merging made one favorite of the yolo `j` and another, which the record `p` has. */
const joinedInSql = sql`
  p.user_id = j.user_id and p.kind = 'yolo' and not p.moved and (p.went #>> '{stays,id}')::integer = j.id`

export const queues = ({ database, clock }: Services): JobQueue[] => [
  {
    name: 'sweep-deleted-yolos',
    every: '* * * * *',
    async run() {
      // Once a yolo can no longer be restored, decided reports and the decisions about it are deleted too, and its
      // takedowns except those by whose hashes a text or photo is known again. So are the texts and the photo of the
      // favorites that became one in it by merging, since it can't be split any more.
      await sql`
        with recursive gone as (delete from deleted_yolos where due <= ${clock.now()} returning id, user_id),
        joined as (
          select id, user_id from gone
          union
          select p.yolo_id, p.user_id from joined j join merge_parts p on ${joinedInSql}),
        parts as (delete from merge_parts p using joined j where ${joinedInSql}),
        reports as (delete from abuse_reports where yolo_id in (select id from gone) and closed_at is not null),
        decisions as (
          delete from report_decisions d using gone
           where d.subject = any (array['text of yolo ' || gone.id, 'photo of yolo ' || gone.id]))
        delete from takedowns
         where yolo_id in (select id from gone) and content_hash is null and reported_hashes = '{}'`.execute(
        database,
      )
    },
  },
]
