import type { Database } from '#platform/server/services.ts'

/** In no order; who asks knows which is which. */
export async function pointsOf(database: Database, list: string) {
  const ids = [...new Set(list.split(',').map(Number))].filter((id) => id >= 1 && id <= 2 ** 31 - 1)
  return database
    .selectFrom('restaurants')
    .select(['id', 'latitude', 'longitude'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('deleted_at', 'is', null)
    .where('unconfirmed', '=', false)
    .execute()
}
