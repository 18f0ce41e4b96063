import { type RawBuilder, sql } from 'kysely'
import { addedAloneSql } from '#domain/who-speaks.ts'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import type { RestaurantPlace } from './contract.ts'
import { nearestOf, rankedWithin } from './nearest.ts'

/** Radius of the first circle, in miles: for any restaurant, and for restaurants with certain words in their name. */
const first = { any: 0.2, named: 1 }
/** Maximum radius in miles. Farther away, the caller searches with other indexes. */
const farthest = 10
/** Factor for the radius of the next circle: minimum, maximum, and the value if the last circle had no matches. */
const wider = { least: 1.4, most: 4, else: 3 }
/** Maximum number of restaurants to examine in the next circle: if the last circle had matches, and if it had none. */
const walked = { hopeful: 20_000, else: 5_000 }

/**
 * How many times as many restaurants are examined as are returned, if any restaurant matches: those that only the member
 * who added them speaks for mustn't push out the others (rules: missing restaurants).
 */
const examined = 3

/** A match and the number of restaurants examined. If there is no match, a single row has only this number. */
type Row = Point & {
  seen: number
  restaurantId: number | null
  id: string
  name: string
  address: string
  alone: boolean
}

/**
 * Finds the nearest restaurants whose name has, for each of the folded beginnings, a word that begins with it. Without
 * beginnings any restaurant matches, but few of the answer are such that only the member who added them speaks for (see
 * `nearestOf`). The circle is widened until it contains `limit` matches, so that for a beginning of thousands of names in
 * a large city only a few hundred restaurants are examined. Returns null if even the largest circle contains fewer
 * matches, or if widening it would take too long.
 */
export async function restaurantsAround(
  database: Database,
  near: Point,
  beginnings: string[],
  limit: number,
): Promise<RestaurantPlace[] | null> {
  const named = nameHasWordPrefixesSql(beginnings)
  const isAny = beginnings.length === 0
  let miles = isAny ? first.any : first.named
  let cells = cellsTouching(near, miles, 7)
  for (;;) {
    const { seen, found } = await lookAt(database, { near, miles, cells, named, isAny, limit })
    // What was found is all within the circle, or the nearest of it if there is more than is examined.
    const isFull = found.length === limit * examined
    const complete = isFull ? found.at(-1)!.distanceMiles : miles
    if (rankedWithin(found, limit, complete) >= limit) return nearestOf(found, limit)
    // If it is full, so it is in a wider circle.
    if (miles === farthest || isFull) return null
    // Aims at twice the area that would be enough if restaurants were evenly distributed.
    const factor = Math.sqrt((2 * limit) / found.length)
    miles *= found.length === 0 ? wider.else : Math.min(wider.most, Math.max(wider.least, factor))
    miles = Math.min(miles, farthest)
    const next = cellsTouching(near, miles, 7)
    const expected = (seen / cells.length) * next.length
    if (expected > (found.length === 0 ? walked.else : walked.hopeful)) return null
    cells = next
  }
}

/** SQL for whether the name or English name has, for each of the folded beginnings, a word that begins with it. */
export const nameHasWordPrefixesSql = (beginnings: string[]) =>
  sql<boolean>`(' ' || name_key || ' ' || lower(coalesce(name_en, ''))) like all (${beginnings.map((word) => `% ${word}%`)}::text[])`

type Circle = {
  near: Point
  miles: number
  cells: bigint[]
  named: RawBuilder<boolean>
  isAny: boolean
  limit: number
}

/** Returns how many restaurants the cells contain, and the nearest matches within the circle. */
async function lookAt(
  database: Database,
  { near, miles, cells, named, isAny, limit }: Circle,
): Promise<{ seen: number; found: RestaurantPlace[] }> {
  const { rows } = await sql<Row>`
    ${preparedStatementComment}
    select seen, r.id as "restaurantId", r.place_id as id, r.name, r.address, r.latitude, r.longitude,
           ${isAny ? addedAloneSql('r') : sql`false`} as alone
      from (select count(*)::integer as seen,
                   (array_agg(id order by miles, id) filter (where miles <= ${miles}))[:${isAny ? limit * examined : limit}::integer] as ids
              from (select id,
                           case when ${named}
                                then ${milesFromSql(near)} end as miles
                      from restaurants
                     where deleted_at is null and hidden_at is null and not unconfirmed and cell7 = any (${cells.map(String)}::bigint[])) looked_at) counted
      left join restaurants r on r.id = any (ids)`.execute(database)
  const found = rows.flatMap(({ restaurantId, id, name, address, alone, latitude, longitude }) => {
    const point = { latitude, longitude }
    const distanceMiles = milesBetween(near, point)
    return restaurantId === null
      ? []
      : [{ restaurantId, id, name, address, ...point, distanceMiles, ...(alone && { alone }) }]
  })
  found.sort((a, b) => a.distanceMiles - b.distanceMiles || a.restaurantId - b.restaurantId)
  return { seen: rows[0]!.seen, found }
}
