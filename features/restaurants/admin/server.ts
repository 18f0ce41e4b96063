import { sql } from 'kysely'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { pageSize, tablePage } from '#features/admin/table.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { escapeLike } from '#platform/server/database/like.ts'
import type { Services } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import { closedRestaurants, itemsWithYolos, restaurantsByCity } from './contract.ts'

type ByCity = OutputOf<typeof restaurantsByCity>['restaurants'][number]
type Closed = OutputOf<typeof closedRestaurants>['restaurants'][number]
type WithYolos = OutputOf<typeof itemsWithYolos>

export const restaurantAdminHandlers = ({ database }: Services) => [
  implementCall(restaurantsByCity, async ({ input }) => {
    const { items: restaurants, cursor } = await tablePage(
      database,
      {
        columns: sql<ByCity>`
          r.id, r.name, r.address, r.city_label as "cityLabel", r.hidden_at is not null as closed,
          (select count(*)::integer from items i where i.restaurant_id = r.id and i.deleted_at is null) as "itemCount",
          (select coalesce(sum(i.yolo_count), 0)::integer from items i
            where i.restaurant_id = r.id and i.deleted_at is null) as "yoloCount"`,
        from: sql`restaurants r`,
        where: [sql`r.deleted_at is null`, inCity(input.city)],
        texts: [sql`r.name`, sql`r.address`, sql`r.city_label`],
        by: sql`r.name_key, r.id`,
        after: (last) =>
          sql`(r.name_key, r.id) > (select name_key, id from restaurants where id = ${last})`,
      },
      { pageSize, ...input },
    )
    return { restaurants, cursor }
  }),

  implementCall(itemsWithYolos, async ({ input: { restaurantId } }) => {
    const found = await sql<WithYolos['restaurant']>`
      select id, name, address, city_label as "cityLabel", hidden_at is not null as closed,
             deleted_at is not null as deleted
        from restaurants r where id = ${restaurantId} and merged_into is null`.execute(database)
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

  implementCall(closedRestaurants, async () => {
    const { rows: restaurants } = await sql<Closed>`
      select r.id, r.name, r.name as "restaurantName", r.address, n.reports as "reportCount",
             r.hidden_at is not null as hidden
        from (select p.restaurant_id, count(*)::integer as reports
                from restaurant_reports p join users u on u.id = p.user_id and u.counts group by p.restaurant_id) n
        join restaurants r on r.id = n.restaurant_id and r.deleted_at is null
       order by r.hidden_at is not null desc, n.reports desc, r.id limit 1000`.execute(database)
    return { restaurants }
  }),
]

/** SQL that matches a city by its full label, or by the name before the first comma. Both can use the same index. */
function inCity(city: string) {
  const escaped = escapeLike(city.toLowerCase())
  return city.includes(',')
    ? sql<boolean>`lower(r.city_label) = lower(${city})`
    : sql<boolean>`lower(r.city_label) like ${`${escaped},%`}`
}
