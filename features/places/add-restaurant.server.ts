import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { restaurantsByRequestedId, restaurantVisibleToViewerSql } from '#domain/merged.ts'
import type { Point } from '#domain/position/miles.ts'
import { badInput } from '#platform/contract/failure.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { restaurantExists, mustVerifyToAddRestaurant } from './contract.ts'
import { foldText } from '#domain/fold.ts'
import { locator } from './cities/cities.server.ts'

/** Maximum distance in miles (75 meters) between two entries with the same name that count as the same restaurant. */
export const sameMiles = 0.0466

/** Adds a restaurant. Others see it while its member counts. */
export async function addMissingRestaurant(
  { database, clock, limits }: Services,
  viewer: Viewer,
  { name, address, ...near }: Point & { name: string; address: string },
) {
  const key = foldText(name)
  if (key === '') throw badInput({ fields: { name: 'Please write the name with letters.' } })
  const restaurant = await sameRestaurant(database, key, near, viewer)
  if (restaurant) throw restaurantExists({ restaurant })
  if (!viewer.verified && !(await isFirst(database, viewer))) throw mustVerifyToAddRestaurant()
  await limits.spendNamed({ 'restaurant-added': { member: viewer.id } })
  const place = await locator(database)(near)
  const added = await database
    .insertInto('restaurants')
    .values({
      place_id: `own:${randomBytes(12).toString('base64url')}`,
      name,
      name_key: key,
      address,
      ...place,
      source: 'member',
      added_by: viewer.id,
      // Follows the member's `counts` from now on, by the trigger users_counted.
      unconfirmed: !viewer.verified,
      created_at: clock.now(),
    })
    // The member has added it already, at the same time or before it was deleted.
    .onConflict((conflict) =>
      conflict
        .columns(['added_by', 'name_key', 'cell7'])
        .where('added_by', 'is not', null)
        .doUpdateSet({ added_by: viewer.id }),
    )
    .returning(['id', 'place_id as placeId', 'deleted_at as deletedAt'])
    .executeTakeFirstOrThrow()
  if (added.deletedAt) throw badInput({ fields: { name: 'This restaurant was removed.' } })
  return { id: added.id, placeId: added.placeId }
}

/** Returns the restaurant of this name that the viewer sees here already, merged or not. */
const sameRestaurant = (database: Database, key: string, near: Point, viewer: Viewer) =>
  restaurantsByRequestedId(database)
    .select(['r.id', 'r.place_id as placeId', 'r.name', 'r.address', 'r.latitude', 'r.longitude'])
    .where('asked.name_key', '=', key)
    .where(
      sql<boolean>`miles_between(${near.latitude}, ${near.longitude}, asked.latitude, asked.longitude) <= ${sameMiles}`,
    )
    .where(restaurantVisibleToViewerSql(viewer.id))
    .orderBy('r.id')
    .executeTakeFirst()

/**
 * Returns whether the member has no favorite and has added no restaurant yet. An unverified member may save one favorite
 * and add its restaurant.
 */
async function isFirst(database: Database, { id }: Viewer): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select not exists (select from yolos where user_id = ${id})
       and not exists (select from restaurants where added_by = ${id}) as first`.execute(database)
  return rows[0]!.first
}
