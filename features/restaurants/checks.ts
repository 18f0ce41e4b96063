import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'restaurant-hidden',
    says: 'a restaurant is hidden exactly while five reports that count stand, or an admin’s',
    broken: sql`
      select p.id from restaurants p where (p.hidden_at is not null) <> (5 <= (select count(*) from restaurant_reports r
        join reporters_counting() c on c.user_id = r.user_id where r.restaurant_id = p.id and r.cleared_at is null)
        or exists (select 1 from restaurant_reports r where r.restaurant_id = p.id and r.cleared_at is null and r.confirms))`,
    repair: {
      lock: 'restaurants',
      set: (ids) => sql`
        select weigh_restaurant_reports(id) from unnest(${ids}::integer[]) as t (id) order by id`,
    },
  },
]
