import { sql, type RawBuilder } from 'kysely'
import { deleteSubject, restoreDeleted } from '#features/restaurants/deletion/server.ts'
import type { Database, Tx } from '#platform/server/services.ts'
import type { CaseKind } from './kinds.ts'

export type Actor = { id: number; actingUserId: number | null }

/** What a case is about, as it is now. */
export type Subject = {
  id: number
  name: string
  link: string
  text: string | null
  image: string | null
  /** The author, the member themself, or who added the restaurant. */
  userId: number | null
  userName: string | null
}

type Change = { tx: Tx; id: number; by: Actor; at: Date; reason: string }

type Adapter = {
  /** SQL for `id, name, link, text, image, user_id` of the subjects that exist. */
  rows: RawBuilder<unknown>
  remove(change: Change): Promise<unknown>
  restore(change: Change): Promise<unknown>
}

const dish = sql`i.name || ', ' || r.name as name, '/itemDetails/' || i.id as link`
const placed = sql`items i join restaurants r on r.id = i.restaurant_id`

const setYolo = (column: 'text_down' | 'photo_down', down: boolean) => (change: Change) =>
  change.tx
    .updateTable('yolos')
    .set({ [column]: down })
    .where('id', '=', change.id)
    .execute()

/**
 * Hides an item or restaurant that is gone, or shows it again (triggers items_searched, restaurants_copied). Its reports
 * are settled either way (triggers item_reports_changed, restaurant_reports_changed).
 */
const setHidden = (kind: 'item' | 'restaurant', hidden: boolean) => async (change: Change) => {
  const { tx, id, at } = change
  await sql`
    delete from ${sql.table(`${kind}_reports`)} where ${sql.ref(`${kind}_id`)} = ${id}`.execute(tx)
  await sql`
    update ${sql.table(`${kind}s`)} set hidden_at = ${hidden ? at : null} where id = ${id}`.execute(
    tx,
  )
}

/** Sets or lifts a suspension and ends the member's sessions. What they did counts or not by the trigger users_counted. */
const setSuspended =
  (suspended: boolean) =>
  async ({ tx, id, at }: Change) => {
    const suspended_at = suspended ? at : null
    await tx.updateTable('users').set({ suspended_at }).where('id', '=', id).execute()
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
  }

const restaurantRows = (userId: RawBuilder<unknown>) => sql`
  select r.id, r.name, '/restaurentDetail/' || r.id as link, r.address as text, null as image, ${userId} as user_id
    from restaurants r where r.merged_into is null`
const nobody = sql`null::integer`

export const adapters: Record<CaseKind, Adapter> = {
  text: {
    rows: sql`
      select y.id, ${dish}, y.description as text, null as image, y.user_id
        from ${placed} join yolos y on y.item_id = i.id where y.description <> ''`,
    remove: setYolo('text_down', true),
    restore: setYolo('text_down', false),
  },
  photo: {
    rows: sql`
      select y.id, ${dish}, null as text, p.name as image, y.user_id
        from ${placed} join yolos y on y.item_id = i.id join photos p on p.yolo_id = y.id`,
    remove: setYolo('photo_down', true),
    restore: setYolo('photo_down', false),
  },
  member: {
    rows: sql`
      select u.id, u.user_name as name, '/admin/members/' || u.id as link, u.bio as text, u.avatar as image,
             u.id as user_id
        from users u`,
    remove: setSuspended(true),
    restore: setSuspended(false),
  },
  restaurant: {
    rows: restaurantRows(sql`r.added_by`),
    remove: ({ tx, id, by, at, reason }) => deleteSubject(tx, by, 'restaurant', id, at, { reason }),
    restore: ({ tx, id, by, at }) => restoreDeleted(tx, by, 'restaurant', id, at),
  },
  item: {
    rows: sql`
      select i.id, ${dish}, null as text, null as image, ${nobody} as user_id
        from ${placed} where i.deleted_at is null`,
    remove: setHidden('item', true),
    restore: setHidden('item', false),
  },
  closed: {
    rows: restaurantRows(nobody),
    remove: setHidden('restaurant', true),
    restore: setHidden('restaurant', false),
  },
  activity: {
    rows: restaurantRows(nobody),
    // Each account has a case of its own, which is decided and restored by itself.
    remove: () => Promise.resolve(),
    restore: () => Promise.resolve(),
  },
}

/** Returns the subjects of a kind that still exist, by id. */
export async function subjectsOf(
  database: Database,
  kind: CaseKind,
  ids: readonly number[],
): Promise<Map<number, Subject>> {
  const { rows } = await sql<Subject>`
    select s.id, s.name, s.link, s.text, s.image, s.user_id as "userId", u.user_name as "userName"
      from (${adapters[kind].rows}) s left join users u on u.id = s.user_id
     where s.id = any (${ids}::integer[])`.execute(database)
  return new Map(rows.map((subject) => [subject.id, subject]))
}
