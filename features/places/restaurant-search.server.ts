import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import type { Database } from '#platform/server/services.ts'
import type { RestaurantPlace } from './contract.ts'
import { foldText } from './fold.ts'
import { radiusMiles } from './providers/provider.server.ts'

const maxWords = 6

/**
 * Finds restaurants within 50 miles that have, for each word of `q`, a word beginning with it in their name, English
 * name or town. Those with exactly this name come first, then those with all words in the name, then the nearest. If
 * `q` is empty, returns the nearest restaurants.
 */
export async function findRestaurants(
  database: Database,
  q: string,
  near: Point,
  limit: number,
): Promise<RestaurantPlace[]> {
  const key = foldText(q)
  if (q.trim() === '') return nearestRestaurants(database, near, limit)
  // No name consists of punctuation, but some have a wildcard of LIKE.
  if (key === '' && !likeWildcard.test(q)) return []
  const words = [...new Set(key.split(' '))].filter(Boolean).slice(0, maxWords)
  const cells = cellsTouching(near, radiusMiles, 3).map((cell) => `'c:${cell.toString(16)}'`)
  const query = [...words.map((word) => `'${word}':*`), `(${cells.join(' | ')})`].join(' & ')
  const named = sql`search @@ ${query}::tsquery and deleted_at is null and hidden_at is null and not unconfirmed`
  const { rows } = await sql<RestaurantPlace>`
    select * from (
      select ${columnsSql(near)}, name_key = ${key} as is_same,
             ' ' || name_key || ' ' || lower(coalesce(name_en, '')) like all (${words.map((word) => `% ${word}%`)}::text[]) as is_named
        from restaurants
       where ${words.length > 0 ? named : inCells(near, radiusMiles)} and ${containsWildcardsLiterallySql(q)}) found
     where "distanceMiles" <= ${radiusMiles}
     order by is_same desc, is_named desc, "distanceMiles", "restaurantId"
     limit ${limit}`.execute(database)
  return rows.map(placeOf)
}

/** Radii in miles of the circles in which the nearest restaurants are looked for. */
const circles = [0.5, 3, 15, radiusMiles]

async function nearestRestaurants(
  database: Database,
  near: Point,
  limit: number,
): Promise<RestaurantPlace[]> {
  for (const miles of circles) {
    const { rows } = await sql<RestaurantPlace>`
      select * from (
        select ${columnsSql(near)} from restaurants
         where ${inCells(near, miles)}) found
       where "distanceMiles" <= ${miles}
       order by "distanceMiles", "restaurantId" limit ${limit}`.execute(database)
    if (rows.length === limit || miles === radiusMiles) return rows.map(placeOf)
  }
  return []
}

function inCells(near: Point, miles: number) {
  const resolution = miles < 15 ? 7 : 5
  const cells = cellsTouching(near, miles, resolution).map(String)
  return sql`${sql.ref(`cell${resolution}`)} = any (${cells}::bigint[])
    and deleted_at is null and hidden_at is null and not unconfirmed`
}

const columnsSql = (near: Point) => sql`
  id as "restaurantId", place_id as id, name, address, latitude, longitude,
  ${milesFromSql(near)} as "distanceMiles"`

const placeOf = ({
  restaurantId,
  id,
  name,
  address,
  latitude,
  longitude,
  distanceMiles,
}: RestaurantPlace) => ({ restaurantId, id, name, address, latitude, longitude, distanceMiles })

/** Matches a character that has a special meaning in LIKE. */
const likeWildcard = /[%_\\]/

/**
 * SQL for whether the name literally contains each typed word that has a character with a special meaning in LIKE. This
 * is needed because folding turns '100%' into '100'.
 */
export function containsWildcardsLiterallySql(
  q: string,
  text: RawBuilder<unknown> = sql`name || ' ' || coalesce(name_en, '')`,
) {
  const typed = q.split(/\s+/).filter((word) => likeWildcard.test(word))
  return sql<boolean>`(${sql.join([sql`true`, ...typed.map((word) => sql`strpos(lower(${text}), lower(${word})) > 0`)], sql` and `)})`
}
