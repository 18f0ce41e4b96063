import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { likeness, readName, type ReadName } from '#features/items/names.ts'
import { foldText } from '#features/places/fold.ts'
import { containsWildcardsLiterallySql, likeWildcard } from '#features/places/words/word-query.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { escapeLike } from '#platform/server/database/like.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { likelyDuplicates, searchRestaurantsToMerge } from './contract.ts'
import { compared, decidedPairs, pairsOf } from './near-same/pairs.server.ts'

type Found = OutputOf<typeof searchRestaurantsToMerge>[number]
type Twins = OutputOf<typeof likelyDuplicates>
type Dish = Twins['dishes'][number]['goes']

const offered = 20
/**
 * Search radius in miles. Two records of the same place are closer than this; another branch of a chain is usually
 * farther away.
 */
const aroundMiles = 1
const pairsPerPage = 50

export const findHandlers = ({ database }: Services) => [
  implementCall(searchRestaurantsToMerge, async ({ input: { q } }) => {
    if (/^#?\d{1,9}$/.test(q)) {
      const number = Number(q.replace('#', ''))
      return restaurantsWhere(database, sql`r.id = ${number}`)
    }
    const [name = '', ...rest] = q.split(',')
    const [key, city] = [foldText(name), rest.join(',').trim().toLowerCase()]
    // An empty key would match every name.
    if (key === '') return []
    const inCity = `${escapeLike(city)}%`
    return restaurantsWhere(
      database,
      sql`r.name_key like ${`${key}%`} and ${containsWildcardsLiterallySql(likeWildcard.test(q) ? name : '')}
          ${city ? sql`and lower(r.city_label) like ${inCity}` : sql``}`,
    )
  }),

  implementCall(likelyDuplicates, async ({ input: { restaurantId, cursor } }) => {
    const { rows } = await sql<Twins['restaurant'] & { latitude: number; longitude: number }>`
      select ${columns}, r.hidden_at is not null as closed, r.latitude, r.longitude
        from restaurants r where r.id = ${restaurantId} and r.deleted_at is null`.execute(database)
    const [found] = rows
    if (!found) throw restaurantNotFound()
    const { latitude, longitude, ...restaurant } = found
    const [restaurants, pairs] = await Promise.all([
      cursor === undefined ? around(database, restaurant, { latitude, longitude }) : [],
      nearSame(database, restaurantId),
    ])
    const further = pairs.filter(({ goes }) => cursor === undefined || goes.id > cursor)
    const dishes = further.slice(0, pairsPerPage)
    const next = further.length > dishes.length ? dishes.at(-1)!.goes.id : null
    return { restaurant, restaurants, dishes, cursor: next }
  }),
]

const columns = sql`
  r.id, r.name, r.address, r.city_label as "cityLabel",
  (select count(*)::integer from items i where i.restaurant_id = r.id and i.deleted_at is null) as "itemCount",
  (select coalesce(sum(i.yolo_count), 0)::integer from items i
    where i.restaurant_id = r.id and i.deleted_at is null) as "yoloCount"`

/**
 * Returns at most `offered` restaurants in the order of the index on names, so that PostgreSQL reads only as many rows
 * as are shown. An exact match of the name comes before longer names.
 */
async function restaurantsWhere(database: Database, condition: RawBuilder<unknown>) {
  const { rows } = await sql<Found>`
    select ${columns} from restaurants r where r.deleted_at is null and ${condition}
     order by r.name_key using ~<~, r.id limit ${offered}`.execute(database)
  return rows
}

async function around(
  database: Database,
  { id, name }: Found,
  point: { latitude: number; longitude: number },
) {
  const cells = cellsTouching(point, aroundMiles, 5).map(String)
  const { rows } = await sql<{ id: number; name: string; miles: number }>`
    select id, name, miles from (
      select id, name, ${milesFromSql(point)} as miles from restaurants
       where cell5 = any (${cells}::bigint[]) and deleted_at is null and id <> ${id}) near
     where miles <= ${aroundMiles} order by miles, id`.execute(database)
  const own = readName(name)
  const near: typeof rows = []
  for (const twin of rows) {
    if (near.length === offered) break
    if (pauses.isDue()) await pauses.pause()
    if (alike(readName(twin.name), own)) near.push(twin)
  }
  const ids = near.map((twin) => twin.id)
  const twins = await restaurantsWhere(database, sql`r.id = any (${ids}::integer[])`)
  const milesOf = new Map(near.map((twin) => [twin.id, twin.miles]))
  return twins
    .map((twin) => ({ ...twin, miles: milesOf.get(twin.id)! }))
    .toSorted((a, b) => a.miles - b.miles || a.id - b.id)
}

/** Returns whether two names are nearly the same or one begins with the other, like 'Matt’s' and 'Matt’s Bar'. */
function alike(one: ReadName, other: ReadName) {
  if (likeness(one, other) !== null) return true
  const [a = '', b = ''] = [one, other]
    .map(({ name }) => foldText(name))
    .sort((x, y) => x.length - y.length)
  return a.length > 2 && `${b} `.startsWith(`${a} `)
}

/** Returns the pairs of a restaurant's dishes that may be one, in the order of the ids of the dishes that would go. */
async function nearSame(database: Database, restaurantId: number) {
  const { rows } = await sql<Dish>`
    select id, name, category_id as "categoryId", yolo_count as "yoloCount" from (
      select i.*, row_number() over (partition by category_id order by yolo_count desc, id) as place
        from items i where restaurant_id = ${restaurantId} and deleted_at is null) listed
     where place <= ${compared} order by category_id, yolo_count desc, id`.execute(database)
  const isDecided = await decidedPairs(database, restaurantId, restaurantId)
  const pairs: Twins['dishes'] = []
  for (const dishes of Map.groupBy(rows, ({ categoryId }) => categoryId).values())
    for await (const { goes, stays } of pairsOf(dishes, isDecided)) pairs.push({ goes, stays })
  return pairs.toSorted((one, other) => one.goes.id - other.goes.id)
}
