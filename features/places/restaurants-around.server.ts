import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import { milesBetween, type Point } from '#domain/miles.ts'
import { prepared } from '#platform/server/database.ts'
import type { Database } from '#platform/server/services.ts'
import type { RestaurantPlace } from './contract.ts'

/** Miles of the first circle: for any restaurant, and for one of a name. */
const first = { any: 0.2, named: 1 }
/** Miles: farther out the index of words is asked. */
const farthest = 10
/** How many times as wide the next circle is: at least, at most, and where nothing was found to tell. */
const wider = { least: 1.4, most: 4, else: 3 }
/** So many are looked at in a circle where some were found in the one before, and where none was. */
const walked = { hopeful: 20_000, else: 5_000 }

/** Where nothing was found there is one row without a restaurant, for the count. */
type Row = Point & {
  seen: number
  restaurantId: number | null
  id: string
  name: string
  address: string
}

/**
 * The nearest restaurants whose name holds a word that begins so for each of the beginnings (folded; none: any
 * restaurant), nearest first. Circles are widened until one holds `limit` of them, so that what begins thousands of
 * names in a large city needs a look at a few hundred. Null where that would take too long: few are named so, or few
 * are there at all.
 */
export async function restaurantsAround(
  database: Database,
  near: Point,
  beginnings: string[],
  limit: number,
): Promise<RestaurantPlace[] | null> {
  const named = namedSo(beginnings)
  let miles = beginnings.length === 0 ? first.any : first.named
  let cells = cellsTouching(near, miles, 7)
  for (;;) {
    const { seen, found } = await lookAt(database, { near, miles, cells, named, limit })
    if (found.length === limit) return found
    if (miles === farthest) return null
    // Twice the area that would do if restaurants lay evenly.
    const factor = Math.sqrt((2 * limit) / found.length)
    miles *= found.length === 0 ? wider.else : Math.min(wider.most, Math.max(wider.least, factor))
    miles = Math.min(miles, farthest)
    const next = cellsTouching(near, miles, 7)
    const expected = (seen / cells.length) * next.length
    if (expected > (found.length === 0 ? walked.else : walked.hopeful)) return null
    cells = next
  }
}

/** Whether the name, or the English one, has a word that begins so for each of the beginnings (folded). */
export const namedSo = (beginnings: string[]) =>
  sql<boolean>`(' ' || name_key || ' ' || lower(coalesce(name_en, ''))) like all (${beginnings.map((word) => `% ${word}%`)}::text[])`

type Circle = {
  near: Point
  miles: number
  cells: bigint[]
  named: RawBuilder<boolean>
  limit: number
}

/** How many are in the cells, and the nearest of those within the circle that are named so. */
async function lookAt(
  database: Database,
  { near, miles, cells, named, limit }: Circle,
): Promise<{ seen: number; found: RestaurantPlace[] }> {
  const { rows } = await sql<Row>`
    ${prepared}
    select seen, r.id as "restaurantId", r.place_id as id, r.name, r.address, r.latitude, r.longitude
      from (select count(*)::integer as seen,
                   (array_agg(id order by miles, id) filter (where miles <= ${miles}))[:${limit}::integer] as ids
              from (select id,
                           case when ${named}
                                then ${milesFrom(near)} end as miles
                      from restaurants
                     where deleted_at is null and hidden_at is null and cell7 = any (${cells.map(String)}::bigint[])) looked_at) counted
      left join restaurants r on r.id = any (ids)`.execute(database)
  const found = rows.flatMap(({ restaurantId, id, name, address, latitude, longitude }) => {
    const point = { latitude, longitude }
    const distanceMiles = milesBetween(near, point)
    return restaurantId === null
      ? []
      : [{ restaurantId, id, name, address, ...point, distanceMiles }]
  })
  found.sort((a, b) => a.distanceMiles - b.distanceMiles || a.restaurantId - b.restaurantId)
  return { seen: rows[0]!.seen, found }
}
