import { sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { defaultDistance } from '#domain/position/distances.ts'
import type { Point } from '#domain/position/miles.ts'
import { memberVisibleSql } from '#domain/visible.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import {
  caseInsensitiveSql,
  orderWithOffset,
  tablePage,
  type TableList,
} from '#features/admin/table-page.server.ts'
import { placeNotFound } from '#features/places/contract.ts'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { keptFrom } from '#features/launch/unmet-demand/kept-days.ts'
import { visitorsSql } from '#features/launch/unmet-demand/networks.server.ts'
import { cities, cityCoverage, maxMapped } from './contract.ts'

export * as calls from './contract.ts'

type CityRow = OutputOf<typeof cities>['items'][number]
type Coverage = OutputOf<typeof cityCoverage>
type Sort = NonNullable<ParsedInputOf<typeof cities>['sort']>

export const handlers = ({ database, settings, clock }: Services) => [
  implementCall(cities, ({ input }) => tablePage(database, listOf(keptFrom(clock.now())), input)),

  implementCall(cityCoverage, async ({ input: { slug } }) => {
    const city = (await loadGazetteer(settings.stateDir)).cityBySlug(slug)
    if (!city) throw placeNotFound()
    const { name, latitude, longitude, population } = city
    const point = { latitude, longitude }
    const [whole, byCategory, visitors, places] = await Promise.all([
      countAll(database, point),
      countByCategory(database, point),
      visitorsByCategory(database, slug, keptFrom(clock.now())),
      mappedRestaurants(database, point),
    ])
    return {
      city: { name, slug, latitude, longitude, population },
      ...whole,
      categories: categories.map(({ id, name, slug }) => ({
        id,
        name,
        slug,
        ...(byCategory.get(id) ?? { dishes: 0, restaurants: 0, members: 0 }),
        visitors: visitors.get(id) ?? 0,
      })),
      places,
    }
  }),
]

/** The cities that have restaurants, and those in which an empty list was shown on the day `since` or later. */
const listOf = (since: string): TableList<CityRow, Sort, number> => ({
  columns: sql`city.*`,
  from: sql`(
    select city_slug as id, min(city_label) as name, sum(restaurants)::integer as restaurants,
           sum(dishes)::integer as dishes, bit_count(bit_or(kinds))::integer as categories,
           sum(shown)::integer as "emptyLists"
      from (select city_slug, city_label, 1 as restaurants, coalesce(served.dishes, 0) as dishes,
                   coalesce(served.kinds, 0::bit(16)) as kinds, 0 as shown
              from restaurants r
              left join (select restaurant_id, count(*) as dishes, bit_or(1::bit(16) << category_id) as kinds
                           from items where listed group by restaurant_id) served on served.restaurant_id = r.id
             where r.deleted_at is null and r.hidden_at is null
            union all
            select city_slug, city_label, 0, 0, 0::bit(16), times
              from empty_lists where day >= ${since}::date) every_city
     group by city_slug) city`,
  where: [],
  texts: [sql`name`],
  sorts: {
    name: caseInsensitiveSql('name'),
    restaurants: sql`restaurants`,
    dishes: sql`dishes`,
    categories: sql`categories`,
    emptyLists: sql`"emptyLists"`,
  },
  id: sql`id`,
  own: orderWithOffset(sql`restaurants desc, "emptyLists" desc, id`),
})

/** SQL conditions for what is within the usual distance of a point. */
const isNear = (point: Point, alias: string) => {
  const cells = cellsTouching(point, defaultDistance, 5).map(String)
  return sql`${sql.ref(`${alias}.cell5`)} = any (${cells}::bigint[])
         and ${milesFromSql(point, alias)} <= ${defaultDistance}`
}

type Whole = Pick<Coverage, 'restaurants' | 'restaurantsWithDishes' | 'dishes' | 'members'>

async function countAll(database: Database, point: Point): Promise<Whole> {
  const { rows } = await sql<Whole>`
    with near as (select id, restaurant_id from items i where listed and ${isNear(point, 'i')})
    select (select count(*)::integer from restaurants r
             where deleted_at is null and hidden_at is null and ${isNear(point, 'r')}) as restaurants,
           (select count(distinct restaurant_id)::integer from near) as "restaurantsWithDishes",
           (select count(*)::integer from near) as dishes,
           (select count(distinct y.user_id)::integer from near join yolos y on y.item_id = near.id
              join users u on u.id = y.user_id and ${memberVisibleSql('u')}) as members`.execute(
    database,
  )
  return rows[0]!
}

type Counts = Pick<Coverage['categories'][number], 'dishes' | 'restaurants' | 'members'>

async function countByCategory(database: Database, point: Point): Promise<Map<number, Counts>> {
  const { rows } = await sql<Counts & { id: number }>`
    select i.category_id as id, count(distinct i.id)::integer as dishes,
           count(distinct i.restaurant_id)::integer as restaurants,
           count(distinct u.id)::integer as members
      from items i
      left join yolos y on y.item_id = i.id
      left join users u on u.id = y.user_id and ${memberVisibleSql('u')}
     where i.listed and ${isNear(point, 'i')}
     group by i.category_id`.execute(database)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

async function visitorsByCategory(database: Database, slug: string, since: string) {
  const { rows } = await sql<{ id: number; visitors: number }>`
    select category_id as id, ${visitorsSql} as visitors
      from empty_lists where day >= ${since}::date and city_slug = ${slug}
     group by category_id`.execute(database)
  return new Map(rows.map(({ id, visitors }) => [id, visitors]))
}

async function mappedRestaurants(database: Database, point: Point): Promise<Coverage['places']> {
  const { rows } = await sql<Coverage['places'][number]>`
    select r.latitude, r.longitude, coalesce(served.dishes, 0)::integer as dishes
      from restaurants r
      left join (select restaurant_id, count(*) as dishes from items i
                  where listed and ${isNear(point, 'i')} group by restaurant_id) served
             on served.restaurant_id = r.id
     where r.deleted_at is null and r.hidden_at is null and ${isNear(point, 'r')}
     order by dishes desc, r.id limit ${maxMapped}`.execute(database)
  return rows
}
