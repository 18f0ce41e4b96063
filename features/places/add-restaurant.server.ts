import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { restaurantsByRequestedId, restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { badInput } from '#platform/contract/failure.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { restaurantExists, mustVerifyToAddRestaurant } from './contract.ts'
import { foldText } from './fold.ts'
import { locator } from './location.server.ts'
import { isGoogleId } from './providers/google.server.ts'
import type { Asking, PlaceProvider } from './providers/provider.server.ts'

/** Maximum distance in miles (75 meters) between two entries with the same name that count as the same restaurant. */
const sameMiles = 0.0466
/** Maximum distance in miles between the provider's pin and the member's for the same restaurant. */
const farthest = 1

type Missing = Point & { name: string; address: string; placeId?: string | undefined }

/** Adds a restaurant. Others see it while its member counts. */
export async function addMissingRestaurant(
  { database, clock, limits }: Services,
  provider: PlaceProvider,
  viewer: Viewer,
  { name, address, latitude, longitude, placeId: given }: Missing,
  asking: Asking,
) {
  const key = foldText(name)
  if (key === '') throw badInput({ fields: { name: 'Please write the name with letters.' } })
  const near = { latitude, longitude }
  const restaurant = await sameRestaurant(database, key, near, viewer)
  if (restaurant) throw restaurantExists({ restaurant })
  if (!viewer.verified && !(await isFirst(database, viewer))) throw mustVerifyToAddRestaurant()
  await limits.spendNamed({ 'restaurant-added': { member: viewer.id } })
  const place = await locator(database)(near)
  const addAs = (placeId: string) =>
    database
      .insertInto('restaurants')
      .values({
        place_id: placeId,
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
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'place_id as placeId'])
      .executeTakeFirst()
  // A wrong id would keep the provider's restaurant from being suggested, so it must be of this name and near the pin.
  const theirs = given && isGoogleId(given) ? await provider.details(given, asking) : null
  const isTheirs = theirs && milesBetween(theirs, near) <= farthest && foldText(theirs.name) === key
  const added = isTheirs && viewer.verified ? await addAs(theirs.id) : undefined
  const id = `own:${randomBytes(12).toString('base64url')}`
  return added ?? (await addAs(id)) ?? addedBefore(database, viewer, key, place.cell7)
}

/** Returns the restaurant that the member has added already, at the same time or before it was deleted. */
async function addedBefore(database: Database, viewer: Viewer, key: string, cell7: string) {
  const { deleted_at: deletedAt, ...added } = await database
    .selectFrom('restaurants')
    .select(['id', 'place_id as placeId', 'deleted_at'])
    .where('added_by', '=', viewer.id)
    .where('name_key', '=', key)
    .where('cell7', '=', cell7)
    .executeTakeFirstOrThrow()
  if (deletedAt) throw badInput({ fields: { name: 'This restaurant was removed.' } })
  return added
}

/** Returns the restaurant of this name that the viewer sees here already, merged or not. */
const sameRestaurant = (database: Database, key: string, near: Point, viewer: Viewer) =>
  restaurantsByRequestedId(database)
    .select(['r.id', 'r.place_id as placeId', 'r.name', 'r.address', 'r.latitude', 'r.longitude'])
    .where('asked.name_key', '=', key)
    .where('asked.latitude', '>', near.latitude - 0.002)
    .where('asked.latitude', '<', near.latitude + 0.002)
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
