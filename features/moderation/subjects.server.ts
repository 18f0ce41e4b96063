import { sql, type RawBuilder } from 'kysely'
import { adminItemPath, adminMemberPath, adminRestaurantPath } from '#features/admin/paths.ts'
import { deleteSubject, restoreDeleted } from '#features/restaurants/deletion/server.ts'
import type { Database, Tx } from '#platform/server/services.ts'
import type { CaseKind } from './kinds.ts'
import { lift, suspend } from './suspension.server.ts'

export type Actor = { id: number; actingUserId: number | null }

/** What a case is about, as it is now. */
export type Subject = {
  id: number
  name: string
  text: string | null
  image: string | null
  /** The author, the member themself, or who added the restaurant. */
  userId: number | null
  userName: string | null
  /** The id of the row that the subject's page shows, if it isn't the subject's. */
  pageId: number
}

type Change = { tx: Tx; id: number; by: Actor; at: Date; reason: string }

type Adapter = {
  /** SQL for `id, name, text, image, user_id, page_id` of the subjects that exist. */
  rows: RawBuilder<unknown>
  link(subject: Subject): string
  remove(change: Change): Promise<unknown>
  restore(change: Change): Promise<unknown>
}

const dishName = sql`i.name || ', ' || r.name`
const yolos = (text: RawBuilder<unknown>, image: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`select y.id, ${dishName} as name, ${text} as text, ${image} as image, y.user_id, i.id as page_id
        from yolos y join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
        left join photos p on p.yolo_id = y.id where ${where}`

const setYolo = (column: 'text_down' | 'photo_down', down: boolean) => (change: Change) =>
  change.tx
    .updateTable('yolos')
    .set({ [column]: down })
    .where('id', '=', change.id)
    .execute()

/** Hides an item or restaurant that is gone, or shows it again. Its reports are settled either way. */
const setHidden = (kind: 'item' | 'restaurant', hidden: boolean) => async (change: Change) => {
  const { tx, id, at } = change
  await sql`
    delete from ${sql.table(`${kind}_reports`)} where ${sql.ref(`${kind}_id`)} = ${id}`.execute(tx)
  await sql`
    update ${sql.table(`${kind}s`)} set hidden_at = ${hidden ? at : null} where id = ${id}`.execute(
    tx,
  )
}

const restaurantRows = sql`
  select r.id, r.name, r.address as text, null as image, r.added_by as user_id, r.id as page_id
    from restaurants r where r.merged_into is null`
const toItem = ({ pageId, name }: Subject) => adminItemPath(pageId, name)
const toRestaurant = ({ pageId, name }: Subject) => adminRestaurantPath(pageId, name)

export const adapters: Record<CaseKind, Adapter> = {
  text: {
    rows: yolos(sql`y.description`, sql`null`, sql`y.description <> ''`),
    link: toItem,
    remove: setYolo('text_down', true),
    restore: setYolo('text_down', false),
  },
  photo: {
    rows: yolos(sql`null`, sql`p.name`, sql`p.name is not null`),
    link: toItem,
    remove: setYolo('photo_down', true),
    restore: setYolo('photo_down', false),
  },
  member: {
    rows: sql`
      select u.id, u.user_name as name, u.bio as text, a.name as image, u.id as user_id, u.id as page_id
        from users u left join avatars a on a.user_id = u.id`,
    link: ({ id }) => adminMemberPath({ id }),
    remove: ({ tx, id, at }) => suspend(tx, id, at),
    restore: ({ tx, id }) => lift(tx, id),
  },
  restaurant: {
    rows: restaurantRows,
    link: toRestaurant,
    remove: ({ tx, id, by, at, reason }) => deleteSubject(tx, by, 'restaurant', id, at, { reason }),
    restore: ({ tx, id, by, at }) => restoreDeleted(tx, by, 'restaurant', id, at),
  },
  item: {
    rows: sql`
      select i.id, ${dishName} as name, null as text, null as image, null::integer as user_id, i.id as page_id
        from items i join restaurants r on r.id = i.restaurant_id where i.deleted_at is null`,
    link: toItem,
    remove: setHidden('item', true),
    restore: setHidden('item', false),
  },
  closed: {
    rows: sql`select s.id, s.name, s.text, s.image, null::integer as user_id, s.page_id from (${restaurantRows}) s`,
    link: toRestaurant,
    remove: setHidden('restaurant', true),
    restore: setHidden('restaurant', false),
  },
  activity: {
    rows: sql`select s.id, s.name, s.text, s.image, null::integer as user_id, s.page_id from (${restaurantRows}) s`,
    link: toRestaurant,
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
    select s.id, s.name, s.text, s.image, s.user_id as "userId", u.user_name as "userName", s.page_id as "pageId"
      from (${adapters[kind].rows}) s left join users u on u.id = s.user_id
     where s.id = any (${ids}::integer[])`.execute(database)
  return new Map(rows.map((subject) => [subject.id, subject]))
}
