import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'

/** What an admin took down is gone from other processes within this time. */
const fresh = 1_000

/**
 * Whether a photo may be shown. Few ever may not, so their names are asked for together at most once a second,
 * and a picture costs no question of its own. Without the database the last answer holds.
 */
export function withheldPhotos(database: Database) {
  let known: { names: Set<string>; at: number } | null = null
  let asking: Promise<Set<string>> | null = null

  async function ask() {
    const { rows } = await sql<{ name: string }>`
      select p.name from yolos y join photos p on p.yolo_id = y.id where y.photo_down
      union all
      select p.name from users u join yolos y on y.user_id = u.id join photos p on p.yolo_id = y.id
       where u.taken_down_at is not null
      union all
      select d.photo ->> 'name' from deleted_yolos d
       where d.photo is not null
         and (exists (select 1 from takedowns t where t.yolo_id = d.id and t.kind = 'photo' and t.restored_at is null)
              or exists (select 1 from users u where u.id = d.user_id and u.taken_down_at is not null))`.execute(
      database,
    )
    return new Set(rows.map(({ name }) => name))
  }

  return async (name: string): Promise<boolean> => {
    if (known && performance.now() - known.at < fresh) return known.names.has(name)
    asking ??= ask().finally(() => (asking = null))
    try {
      known = { names: await asking, at: performance.now() }
    } catch (error) {
      if (!known) throw error
    }
    return known.names.has(name)
  }
}
