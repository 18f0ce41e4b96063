import { sql } from 'kysely'
import { restaurantVisibleToViewerSql, visibleRestaurantsByRequestedId } from '#domain/merged.ts'
import { rankOrderSql } from '#domain/ranking.ts'
import { loadMarkedCards } from '#features/items/cards.server.ts'
import { foldText } from '#domain/fold.ts'
import { badInput } from '#platform/contract/failure.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Checks } from '#platform/server/check.ts'
import type { Database, Services } from '#platform/server/services.ts'
import * as admins from './admin/contract.ts'
import { restaurantAdminHandlers } from './admin/server.ts'
import { closedReportHandlers } from './closed.server.ts'
import * as restaurants from './contract.ts'
import * as corrections from './corrections/contract.ts'
import { correctionHandlers } from './corrections/server.ts'
import * as deletion from './deletion/contract.ts'
import { deletionHandlers, purgeQueue } from './deletion/server.ts'

export const queues = (services: Services) => [purgeQueue(services)]
export const calls = { ...restaurants, ...corrections, ...deletion, ...admins }
export const handlers = (services: Services) => [
  ...restaurantHandlers(services),
  ...closedReportHandlers(services),
  ...correctionHandlers(services),
  ...deletionHandlers(services),
  ...restaurantAdminHandlers(services),
]

/** Number of dishes on a page. Hundreds at once would hold up other requests (docs/safety.md, S30). */
const dishesPerPage = 50
const maxGone = 20

/** SQL condition: a counting member saved the item, or the viewer did. */
const servedToSql = (viewer: Viewer | null) =>
  viewer === null
    ? sql<boolean>`yolo_count > 0`
    : sql<boolean>`(yolo_count > 0 or exists (
        select from yolos y where y.item_id = items.id and y.user_id = ${viewer.id}))`

const restaurantHandlers = ({ database }: Services) => [
  implementCall(restaurants.showRestaurant, async ({ input: { id, page }, viewer }) => {
    const restaurant = await restaurantFor(database, id, viewer)
    const served = database
      .selectFrom('items')
      .select('id')
      .where('restaurant_id', '=', restaurant.id)
      .where(servedToSql(viewer))
      .where('deleted_at', 'is', null)
    const from = (page - 1) * dishesPerPage
    const ranked = await served
      .where('hidden_at', 'is', null)
      .orderBy(rankOrderSql)
      .offset(from)
      .limit(dishesPerPage + 1)
      .execute()
    const gone = await served
      .where('hidden_at', 'is not', null)
      .orderBy('hidden_at', 'desc')
      .orderBy('id')
      .limit(maxGone)
      .execute()
    const ids = [...ranked.slice(0, dishesPerPage), ...gone].map((row) => row.id)
    const cards = await loadMarkedCards(database, ids, viewer)
    return {
      restaurant,
      items: cards.filter(({ gone }) => !gone),
      from,
      nextPage: ranked.length > dishesPerPage ? page + 1 : null,
      goneItems: cards.filter(({ gone }) => gone),
    }
  }),

  implementCall(
    restaurants.findRestaurant,
    async ({ input: { name, placeId, latitude, longitude } }) => {
      if (!name && !placeId) throw badInput({ fields: { name: 'Give a name or a placeId.' } })
      const key = foldText(name ?? '')
      // Names without letters and digits all have the empty key, so they are compared literally.
      const isNamed = sql`named.name_key = ${key} and (${key !== ''}::boolean or lower(named.name) = lower(${name}))`
      const hasPoint = latitude !== undefined && longitude !== undefined
      // A merged restaurant is also found by its former name and place id. Open ones come before closed ones.
      const { rows } = await sql<{ id: number }>`
      select r.id from restaurants named join restaurants r on r.id = coalesce(named.merged_into, named.id)
       where ${placeId ? sql`named.place_id = ${placeId}` : sql`true`} and ${name ? isNamed : sql`true`}
         and r.deleted_at is null and ${restaurantVisibleToViewerSql(null)}
         and exists (select from items i where i.restaurant_id = r.id and i.yolo_count > 0 and i.deleted_at is null)
       order by r.hidden_at is not null,
                ${hasPoint ? sql`miles_between(r.latitude, r.longitude, ${latitude}, ${longitude})` : sql`null::float8`},
                r.id limit 1`.execute(database)
      if (!rows[0]) throw restaurants.noYolosAtRestaurant()
      return { id: rows[0].id }
    },
  ),
]

async function restaurantFor(
  database: Database,
  id: number,
  viewer: Viewer | null,
): Promise<restaurants.Restaurant> {
  const row = await visibleRestaurantsByRequestedId(database, viewer?.id ?? null)
    .leftJoin('restaurant_reports as p', (join) =>
      join.onRef('p.restaurant_id', '=', 'r.id').on('p.user_id', '=', viewer?.id ?? 0),
    )
    .select([
      'r.id',
      'r.place_id as placeId',
      'r.name',
      'r.address',
      'r.latitude',
      'r.longitude',
      'r.city_label as cityName',
      'r.city_slug as citySlug',
      'r.time_zone as timeZone',
      'r.price_level as priceLevel',
      'r.website',
      'r.phone',
      sql<restaurants.Restaurant['openingHours']>`r.opening_hours`.as('openingHours'),
      sql<boolean>`p.user_id is not null`.as('restaurantClosed'),
      sql<boolean>`r.hidden_at is not null`.as('closed'),
      'r.unconfirmed',
      // Includes the licenses of restaurants merged into it, because they may have contributed facts.
      sql<string>`coalesce((select string_agg(distinct m.license, ', ') from restaurants m
        where (m.id = r.id or m.merged_into = r.id) and m.license <> ''), '')`.as('license'),
    ])
    .where('asked.id', '=', id)
    .executeTakeFirst()
  if (!row) throw restaurants.restaurantNotFound()
  return row
}

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
