import { sql, type Transaction } from 'kysely'
import { cardsOf, markCards } from '#features/items/cards.server.ts'
import { fold } from '#features/places/fold.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Clock, Database, Services } from '#platform/server/services.ts'
import {
  findRestaurant,
  markClosed,
  reportClosed,
  nothingSaved,
  restaurantNotFound,
  showRestaurant,
  type Restaurant,
} from './contract.ts'

/** A page shows this many dishes at the most. */
const most = 500

export const restaurantHandlers = ({ database, listing, clock }: Services) => [
  on(reportClosed, ({ input: { id }, viewer }) => close(database, clock, id, viewer)),
  on(markClosed, ({ input: { restaurantId }, viewer }) =>
    close(database, clock, restaurantId, viewer),
  ),

  on(showRestaurant, async ({ input: { id }, viewer }) => {
    const restaurant = await restaurantFor(database, id, viewer)
    const ranked = await listing
      .selectFrom('items')
      .select('id')
      .where('restaurant_id', '=', restaurant.id)
      .where('yolo_count', '>', 0)
      .where('deleted_at', 'is', null)
      .where('hidden_at', 'is', null)
      .orderBy('upvote_count', 'desc')
      .orderBy('yolo_count', 'desc')
      .orderBy('newest_yolo_at', 'desc')
      .orderBy('id')
      .limit(most)
      .execute()
    // A member's own act shows at once: their cards come from the primary.
    const source = viewer ? database : listing
    const cards = await cardsOf(
      source,
      ranked.map((row) => row.id),
      null,
    )
    return { restaurant, items: await markCards(database, cards, viewer) }
  }),

  on(findRestaurant, async ({ input: { name, placeId, latitude, longitude } }) => {
    if (!name && !placeId) throw badInput({ fields: { name: 'Give a name or a placeId.' } })
    let found = listing
      .selectFrom('restaurants as r')
      .select('r.id')
      .where('r.deleted_at', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('items')
            .select('items.id')
            .whereRef('items.restaurant_id', '=', 'r.id')
            .where('items.yolo_count', '>', 0)
            .where('items.deleted_at', 'is', null),
        ),
      )
    // What was merged is found by what it was called.
    const standing = () =>
      listing.selectFrom('restaurants').select((is) => is.fn.coalesce('merged_into', 'id').as('id'))
    if (placeId) found = found.where('r.id', 'in', standing().where('place_id', '=', placeId))
    if (name) found = found.where('r.id', 'in', standing().where('name_key', '=', fold(name)))
    if (latitude !== undefined && longitude !== undefined)
      // Near enough for choosing among branches of one chain: degrees, with longitude shrunk by the latitude.
      found = found.orderBy(
        sql`power(r.latitude - ${latitude}::float8, 2) + power((r.longitude - ${longitude}::float8) * cos(radians(${latitude}::float8)), 2)`,
      )
    const row = await found.orderBy('r.id').limit(1).executeTakeFirst()
    if (!row) throw nothingSaved()
    return { id: row.id }
  }),
]

function close(database: Database, clock: Clock, wanted: number, viewer: Viewer) {
  return transact(database, async (tx) => {
    const id = await held(tx, wanted)
    await tx
      .insertInto('restaurant_reports')
      .values({ restaurant_id: id, user_id: viewer.id, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['restaurant_id', 'user_id']).doNothing())
      .execute()
    return { id, restaurantClosed: true }
  })
}

/** The restaurant that an id leads to; it isn't merged or deleted before the transaction ends. */
async function held(tx: Transaction<DB>, id: number): Promise<number> {
  const row = await tx
    .selectFrom('restaurants')
    .select(['merged_into', 'deleted_at'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (row?.merged_into) return held(tx, row.merged_into)
  if (!row || row.deleted_at) throw restaurantNotFound()
  return id
}

async function restaurantFor(
  database: Database,
  id: number,
  viewer: Viewer | null,
): Promise<Restaurant> {
  const row = await database
    .selectFrom('restaurants as asked')
    .innerJoin('restaurants as r', (join) =>
      join.on('r.id', '=', (is) => is.fn.coalesce('asked.merged_into', 'asked.id')),
    )
    .leftJoin('restaurant_reports as p', (join) =>
      join.onRef('p.restaurant_id', '=', 'r.id').on('p.user_id', '=', viewer?.id ?? 0),
    )
    .select([
      'r.id',
      'r.place_id',
      'r.name',
      'r.address',
      'r.latitude',
      'r.longitude',
      'r.city_label',
      'r.city_slug',
      'r.time_zone',
      'r.price_level',
      'r.website',
      'r.phone',
      'r.opening_hours',
      'r.hidden_at',
      'r.licence',
      'p.user_id as reporter',
    ])
    .where('asked.id', '=', id)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw restaurantNotFound()
  return {
    id: row.id,
    placeId: row.place_id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    cityName: row.city_label,
    citySlug: row.city_slug,
    timeZone: row.time_zone,
    priceLevel: row.price_level,
    website: row.website,
    phone: row.phone,
    openingHours: row.opening_hours as Restaurant['openingHours'],
    restaurantClosed: row.hidden_at !== null || row.reporter !== null,
    licence: row.licence,
  }
}
