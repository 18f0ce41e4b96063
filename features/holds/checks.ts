import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'member-held',
    description: 'a member is held exactly while a hold stands',
    violations: sql`
      select u.id from users u where u.held_at is distinct from (
        select held_at from holds h where h.user_id = u.id and h.released_at is null)`,
    repair: {
      lock: 'users',
      set: (ids) => sql`
        update users u set held_at = (select held_at from holds h where h.user_id = u.id and h.released_at is null)
         where id = any (${ids}::integer[])`,
    },
  },
  {
    name: 'yolo-counted',
    description: 'a favorite counts exactly while its member isn’t held',
    violations: sql`
      select y.id from yolos y join users u on u.id = y.user_id where not y.counted and u.held_at is null
      union
      select y.id from users u join yolos y on y.user_id = u.id and y.counted where u.held_at is not null`,
    repair: {
      lock: 'yolos',
      set: (ids) => sql`
        update yolos y set counted = (u.held_at is null) from users u
         where u.id = y.user_id and y.id = any (${ids}::integer[])`,
    },
  },
]
