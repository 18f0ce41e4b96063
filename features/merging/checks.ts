import { sql } from 'kysely'
import type { Check } from '#platform/server/check.ts'

/** Each merged row leads to the one that stayed itself: neither in a circle nor on a way of many steps. */
const leads = (table: 'items' | 'restaurants', thing: string): Check => ({
  name: `merged-${table}`,
  description: `a merged ${thing} leads straight to one that was not merged`,
  violations: sql`
    select a.id from ${sql.table(table)} a join ${sql.table(table)} b on b.id = a.merged_into
     where b.merged_into is not null`,
  repair: {
    lock: table,
    // A step at a time; a circle stays for a person.
    set: (ids) => sql`
      update ${sql.table(table)} a set merged_into = b.merged_into from ${sql.table(table)} b
       where a.id = any (${ids}::integer[]) and b.id = a.merged_into
         and b.merged_into is not null and b.merged_into <> a.id`,
  },
})

export const checks = [leads('items', 'dish'), leads('restaurants', 'restaurant')]
