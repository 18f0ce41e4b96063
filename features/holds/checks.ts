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
]
