import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'follow-blocked',
    says: 'nobody follows a member who blocked them',
    broken: sql`
      select distinct f.followee_id as id from follows f
        join blocks b on b.blocker_id = f.followee_id and b.blocked_id = f.follower_id`,
    repair: {
      lock: 'users',
      set: (ids) => sql`
        delete from follows f using blocks b
         where f.followee_id = any (${ids}::integer[]) and b.blocker_id = f.followee_id and b.blocked_id = f.follower_id`,
    },
  },
]
