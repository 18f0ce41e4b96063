import { sql } from 'kysely'
import { reportHideThreshold } from '#domain/reports.ts'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'restaurant-hidden',
    description:
      'a restaurant is hidden only while five reports that count stand, and always while an admin’s does or it is unconfirmed',
    violations: sql`
      select p.id from restaurants p
       where case when p.unconfirmed or exists (select 1 from restaurant_reports r where r.restaurant_id = p.id and r.cleared_at is null and r.confirms)
                  then p.hidden_at is null
                  else p.hidden_at is not null and ${reportHideThreshold} > (select count(*) from restaurant_reports r
                    join reporters_counting() c on c.user_id = r.user_id where r.restaurant_id = p.id and r.cleared_at is null and r.withdrawn_at is null) end`,
    repair: {
      lock: 'restaurants',
      set: (ids) => sql`
        select weigh_restaurant_reports(id, true) from unnest(${ids}::integer[]) as t (id) order by id`,
    },
  },
  {
    name: 'restaurant-corrected',
    description: 'what a correction set is remembered as corrected, so that no import changes it',
    violations: sql`
      select distinct c.restaurant_id as id from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
       where c.applied_at is not null and c.undone_at is null and not c.field = any (r.corrected)`,
    repair: {
      lock: 'restaurants',
      set: (ids) => sql`
        update restaurants r
           set corrected = array(select unnest(r.corrected) union
                 select c.field from restaurant_corrections c where c.restaurant_id = r.id
                    and c.applied_at is not null and c.undone_at is null)
         where id = any (${ids}::integer[])`,
    },
  },
]
