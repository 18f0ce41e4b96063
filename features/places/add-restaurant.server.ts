import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { countsSql } from '#domain/visible.ts'
import { restaurantsByRequestedId, restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { restaurantExists, mustVerifyToAddRestaurant } from './contract.ts'
import { foldText } from './fold.ts'
import { locator } from './location.server.ts'
import { isGoogleId } from './providers/google.server.ts'
import type { Asking, PlaceProvider } from './providers/provider.server.ts'

/** Maximum distance in miles (75 meters) between two entries with the same name that count as the same restaurant. */
const same = 0.0466

/** Maximum distance in miles between the provider's pin and the member's for the same restaurant. */
const farthest = 1

type Missing = Point & { name: string; address: string; placeId?: string | undefined }

export async function addMissingRestaurant(
  { database, clock, limits }: Services,
  provider: PlaceProvider,
  viewer: Viewer,
  { name, address, latitude, longitude, placeId: given }: Missing,
  by: Asking,
) {
  const key = foldText(name)
  if (key === '') throw badInput({ fields: { name: 'Please write the name with letters.' } })
  const near = { latitude, longitude }
  const place = await locator(database)(near)
  const counts = await isCounting(database, viewer)
  // Nobody else sees the entry of a member who is unverified or held. With the provider's id it would keep the provider's
  // restaurant from being suggested to anybody.
  const mayHaveTheirId = counts && given !== undefined && isGoogleId(given)
  const theirs = mayHaveTheirId ? await provider.details(given, by) : null
  // Ignores an id for which the provider knows no such place near the pin, or one of another name. Otherwise a wrong id
  // would stay occupied: the provider's restaurant isn't suggested any more, and couldn't be added under its id.
  const isTheirs = theirs && milesBetween(theirs, near) <= farthest && foldText(theirs.name) === key
  const theirId = isTheirs ? theirs.id : null
  return transact(database, async (tx) => {
    // Serializes requests for the same name, so that two members can't add the same restaurant twice.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 3))`.execute(tx)
    // Nobody has checked such an entry. That of a member who counts replaces it, and another one gets a restaurant of
    // their own, so that their dish never makes another's words public.
    const known = counts ? sql<boolean>`true` : restaurantVisibleToViewerSql(viewer.id)
    const existing = (
      await restaurantsByRequestedId(tx)
        .select(['r.id', 'r.place_id as placeId', 'r.name', 'r.address'])
        .select(['r.added_by as addedBy', 'r.unconfirmed'])
        .select(['r.latitude', 'r.longitude', 'asked.latitude as north', 'asked.longitude as east'])
        .where('asked.name_key', '=', key)
        .where('asked.latitude', '>', latitude - 0.002)
        .where('asked.latitude', '<', latitude + 0.002)
        .where(known)
        // A retry after a lost response leads to the member's own one, and otherwise to one that is public, if there is.
        .orderBy(sql`r.added_by is distinct from ${viewer.id}, r.unconfirmed, r.id`)
        .execute()
    ).find(
      ({ north, east }) =>
        milesBetween({ latitude: north, longitude: east }, { latitude, longitude }) <= same,
    )
    const isOwn = existing?.addedBy === viewer.id
    if (!viewer.verified && !isOwn && !(await isFirst(tx, viewer)))
      throw mustVerifyToAddRestaurant()
    const replaces = existing?.unconfirmed && counts && !isOwn
    if (existing && !replaces) {
      const { north: _, east: __, addedBy: ___, unconfirmed: ____, ...restaurant } = existing
      throw restaurantExists({ restaurant })
    }
    await limits.spendNamed({ 'restaurant-added': { member: viewer.id } })
    const now = clock.now()
    if (existing)
      return tx
        .updateTable('restaurants')
        .set({ name, address, ...place, added_by: viewer.id })
        .where('id', '=', existing.id)
        .returning(['id', 'place_id as placeId'])
        .executeTakeFirstOrThrow()
    const addAs = (placeId: string) =>
      tx
        .insertInto('restaurants')
        .values({
          place_id: placeId,
          name,
          name_key: key,
          address,
          ...place,
          source: 'member',
          added_by: viewer.id,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('place_id').doNothing())
        .returning(['id', 'place_id as placeId'])
        .executeTakeFirst()
    // The provider's id may already belong to a restaurant that has another name here. Then a new id is made.
    const added = theirId ? await addAs(theirId) : undefined
    return added ?? (await addAs(`own:${randomBytes(12).toString('base64url')}`))!
  })
}

/** Returns whether others see at once what the member adds. */
async function isCounting(database: Database, { id }: Viewer): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.id = ${id} and ${countsSql('u')}`.execute(database)
  return rows.length > 0
}

/**
 * Returns whether the member has no favorite and has added no restaurant yet. An unverified member may save one
 * favorite (rules: unverified members) and add its restaurant.
 */
async function isFirst(tx: Tx, { id }: Viewer): Promise<boolean> {
  // Locks the member, so that two simultaneous requests can't both be the first.
  await sql`select from users where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<{ first: boolean }>`
    select not exists (select from yolos where user_id = ${id})
       and not exists (select from restaurants where added_by = ${id}) as first`.execute(tx)
  return rows[0]!.first
}
