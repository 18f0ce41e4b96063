import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { cellsTouching, earthRadius } from './circle.ts'
import type { RestaurantPlace } from './contract.ts'
import { fold } from './fold.ts'
import type { Point } from './gazetteer.server.ts'

/** 80,467.2 metres. */
const radius = 50
const mostWords = 6

/** Restaurants within 50 miles that have a word beginning with each word asked for; the whole name first, then the nearest. */
export async function findRestaurants(
  database: Database,
  q: string,
  near: Point,
  limit: number,
): Promise<RestaurantPlace[]> {
  const key = fold(q)
  const signs = literals(q)
  if (key !== '')
    return within(database, key, near, radius, sql`${byWords(key, near)} and ${signs}`, limit)
  // Other signs alone are in nobody's name.
  if (q.trim() !== '' && !sign.test(q)) return []
  for (const miles of [1, 8]) {
    const around = await within(
      database,
      key,
      near,
      miles,
      sql`${byCells(near, miles)} and ${signs}`,
      limit,
    )
    if (around.length === limit) return around
  }
  return within(database, key, near, radius, sql`${byCells(near, radius)} and ${signs}`, limit)
}

async function within(
  database: Database,
  key: string,
  { latitude, longitude }: Point,
  miles: number,
  candidates: RawBuilder<unknown>,
  limit: number,
): Promise<RestaurantPlace[]> {
  const { rows } = await sql<Omit<RestaurantPlace, 'distanceMiles'> & { miles: number }>`
    select "restaurantId", id, name, address, latitude, longitude, miles from (
      select id as "restaurantId", place_id as id, name, name_key, address, latitude, longitude,
             ${2 * earthRadius}::float8 * asin(least(1, sqrt(
               power(sin(radians(latitude - ${latitude}::float8) / 2), 2)
               + cos(radians(latitude)) * cos(radians(${latitude}::float8))
                 * power(sin(radians(longitude - ${longitude}::float8) / 2), 2)))) as miles
        from restaurants
       where deleted_at is null and hidden_at is null and ${candidates}) found
     where miles <= ${miles}
     order by name_key = ${key} desc, miles, id
     limit ${limit}`.execute(database)
  return rows.map(({ miles, ...row }) => ({ ...row, distanceMiles: miles }))
}

const sign = /[%_\\]/

/** Folding drops '100%' to '100': what is typed with such a sign has to stand in the name as it is. */
function literals(q: string) {
  const typed = q.split(/\s+/).filter((word) => sign.test(word))
  return sql`(${sql.join([sql`true`, ...typed.map((word) => sql`strpos(lower(name), lower(${word})) > 0`)], sql` and `)})`
}

/** Folded words are letters and digits alone, so nothing in them means anything to the query. */
function byWords(key: string, near: Point) {
  const words = [...new Set(key.split(' '))].slice(0, mostWords)
  const queries = cellsTouching(near, radius, 4).map((cell) => {
    const hexadecimal = BigInt(`0x${cell}`).toString(16)
    return words.map((word) => `'${hexadecimal}/${word}':*`).join(' & ')
  })
  return sql`restaurant_words(cell5, name_key) @@ any(${queries}::tsquery[])`
}

function byCells(near: Point, miles: number) {
  const cells = cellsTouching(near, miles, 5).map((cell) => BigInt(`0x${cell}`).toString())
  return sql`cell5 = any(${cells}::bigint[])`
}
