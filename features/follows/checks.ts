import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

const eitherWay = sql`
  (b.blocker_id, b.blocked_id) in ((f.followee_id, f.follower_id), (f.follower_id, f.followee_id))`

export const checks: Checks = [
  {
    name: 'follow-blocked',
    description: 'nobody follows a member who blocked them, or whom they blocked',
    violations: sql`
      select distinct f.followee_id as id from follows f
        join blocks b on ${eitherWay}`,
    repair: {
      lock: 'users',
      set: (ids) => sql`
        delete from follows f using blocks b
         where f.followee_id = any (${ids}::integer[]) and ${eitherWay}`,
    },
  },
]
