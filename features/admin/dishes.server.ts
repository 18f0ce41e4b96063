import { sql } from 'kysely'
import { reporterNotHeld } from '#domain/holds.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import {
  itemInfo,
  itemsWithYolos,
  markedItems,
  markedRestaurants,
  restaurantsByCity,
} from './dishes.contract.ts'
import { createdAt, pageSize } from './pages.server.ts'

type ByCity = OutputOf<typeof restaurantsByCity>['restaurants'][number]
type WithYolos = OutputOf<typeof itemsWithYolos>
type Info = OutputOf<typeof itemInfo>
type MarkedItem = OutputOf<typeof markedItems>[number]
type MarkedRestaurant = OutputOf<typeof markedRestaurants>['restaurants'][number]

export const dishHandlers = ({ database }: Services) => [
  on(restaurantsByCity, async ({ input: { city, cursor } }) => {
    const { rows } = await sql<ByCity>`
      select r.id, r.name, r.address, r.city_label as "cityLabel", r.hidden_at is not null as closed,
             (select count(*)::integer from items i where i.restaurant_id = r.id and i.deleted_at is null) as "itemCount",
             (select coalesce(sum(i.yolo_count), 0)::integer from items i
               where i.restaurant_id = r.id and i.deleted_at is null) as "yoloCount"
        from restaurants r
       where r.deleted_at is null and ${inCity(city)}
         and ${cursor === undefined ? sql`true` : sql`(r.name_key, r.id) > (select name_key, id from restaurants where id = ${cursor})`}
       order by r.name_key, r.id limit ${pageSize + 1}`.execute(database)
    const restaurants = rows.slice(0, pageSize)
    return {
      restaurants,
      cursor: rows.length > pageSize ? restaurants.at(-1)!.id : null,
    }
  }),

  on(itemsWithYolos, async ({ input: { restaurantId } }) => {
    const found = await sql<WithYolos['restaurant']>`
      select id, name, address, city_label as "cityLabel", hidden_at is not null as closed,
             deleted_at is not null as deleted
        from restaurants where id = ${restaurantId} and merged_into is null`.execute(database)
    const restaurant = found.rows[0]
    if (!restaurant) throw restaurantNotFound()
    const { rows } = await sql<Omit<WithYolos['items'][number], 'categoryName'>>`
      select id, name, category_id as "categoryId", yolo_count as "yoloCount", upvote_count as "upvoteCount",
             hidden_at is not null as gone
        from items where restaurant_id = ${restaurantId} and deleted_at is null
       order by yolo_count desc, upvote_count desc, id`.execute(database)
    const items = rows.map((row) => ({ ...row, categoryName: categoryById(row.categoryId)!.name }))
    return { restaurant, items }
  }),

  on(itemInfo, async ({ input: { itemId } }) => {
    const found = await sql<Omit<Info, 'yolos'>>`
      select i.id, i.name, r.id as "restaurantId", r.name as "restaurantName", i.upvote_count as "upvoteCount",
             i.category_id as "categoryId", i.hidden_at is not null as gone,
             i.deleted_at is not null or r.deleted_at is not null as deleted
        from items i join restaurants r on r.id = i.restaurant_id
       where i.id = ${itemId} and i.merged_into is null`.execute(database)
    const item = found.rows[0]
    if (!item) throw itemNotFound()
    const { rows: yolos } = await sql<Info['yolos'][number]>`
      select y.id, y.user_id as "userId", coalesce(y.shown_name, u.user_name) as "userName", u.email,
             y.description, ${createdAt('y')} as "createdAt"
        from yolos y join users u on u.id = y.user_id
       where y.item_id = ${itemId} order by y.created_at desc, y.id desc limit ${pageSize}`.execute(
      database,
    )
    return { ...item, yolos }
  }),

  on(markedItems, async () => {
    const { rows } = await sql<MarkedItem>`
      select i.id, i.name, r.id as "restaurantId", r.name as "restaurantName", m.reports as "reportCount",
             i.hidden_at is not null as hidden
        from (select item_id, count(*)::integer as reports from item_reports r
               where cleared_at is null and ${reporterNotHeld('user_id')} group by item_id) m
        join items i on i.id = m.item_id join restaurants r on r.id = i.restaurant_id
       where i.deleted_at is null and r.deleted_at is null
       order by i.hidden_at is not null desc, m.reports desc, i.id limit ${pageSize}`.execute(
      database,
    )
    return rows
  }),

  on(markedRestaurants, async () => {
    const { rows } = await sql<MarkedRestaurant>`
      select r.id, r.name, r.name as "restaurantName", r.address, m.reports as "reportCount",
             r.hidden_at is not null as hidden
        from (select restaurant_id, count(*)::integer as reports from restaurant_reports r
               where cleared_at is null and ${reporterNotHeld('user_id')} group by restaurant_id) m
        join restaurants r on r.id = m.restaurant_id
       where r.deleted_at is null
       order by r.hidden_at is not null desc, m.reports desc, r.id limit ${pageSize}`.execute(
      database,
    )
    return { restaurants: rows }
  }),
]

/** By the whole label, or by the name before its first comma. Both are beginnings of one index. */
function inCity(city: string) {
  const escaped = city.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return city.includes(',')
    ? sql<boolean>`lower(r.city_label) = lower(${city})`
    : sql<boolean>`lower(r.city_label) like ${`${escaped},%`}`
}
