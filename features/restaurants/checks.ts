import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'restaurant-unconfirmed',
    description: 'others see a restaurant that a member added while the member counts',
    violations: sql`
      select r.id from restaurants r join users u on u.id = r.added_by where r.unconfirmed = u.counts`,
    repair: {
      lock: 'restaurants',
      set: (ids) => sql`
        update restaurants r set unconfirmed = not u.counts from users u
         where u.id = r.added_by and r.id = any (${ids}::integer[])`,
    },
  },
]
