import { sql } from 'kysely'
import type { Check } from '#platform/server/check.ts'
import type { Services } from '#platform/server/services.ts'
import { comparisonHandlers } from './comparison.server.ts'
import { findHandlers } from './find.server.ts'
import { mergeHandlers } from './items.server.ts'
import { findPairsQueue } from './near-same/find-pairs.server.ts'
import { mergeRestaurantHandlers } from './restaurants.server.ts'
import { recentHandlers } from './undo.server.ts'

export { commands } from './undo.server.ts'
export const queues = (services: Services) => [findPairsQueue(services)]
export * as calls from './contract.ts'

export const handlers = (services: Services) => [
  ...mergeHandlers(services),
  ...mergeRestaurantHandlers(services),
  ...findHandlers(services),
  ...comparisonHandlers(services),
  ...recentHandlers(services),
]

/** Checks that a merged row points directly to one that wasn't merged, so that there are no chains or cycles. */
const leads = (table: 'items' | 'restaurants', thing: string): Check => ({
  name: `merged-${table}`,
  description: `a merged ${thing} leads straight to one that was not merged`,
  violations: sql`
    select a.id from ${sql.table(table)} a join ${sql.table(table)} b on b.id = a.merged_into
     where b.merged_into is not null`,
  repair: {
    lock: table,
    // Each round of repairs shortens the chains. A cycle can't be repaired automatically.
    set: (ids) => sql`
      update ${sql.table(table)} a set merged_into = b.merged_into from ${sql.table(table)} b
       where a.id = any (${ids}::integer[]) and b.id = a.merged_into
         and b.merged_into is not null and b.merged_into <> a.id`,
  },
})

export const checks = [leads('items', 'dish'), leads('restaurants', 'restaurant')]
