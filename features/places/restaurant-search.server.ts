import { sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import { escapeLike } from '#platform/server/database/like.ts'
import type { Database } from '#platform/server/services.ts'
import type { RestaurantPlace } from './contract.ts'
import { foldText } from '#domain/fold.ts'

/** Radius in miles within which restaurants are suggested (80,467.2 meters). */
export const radiusMiles = 50
const maxWords = 6

/** Makes initials one word, as they are in the index: 'p f chang', as 'P.F. Chang' is folded, is 'pf chang'. */
export const joinInitials = (folded: string): string =>
  folded.replace(/(?<![^ ])[\p{L}\p{N}](?: [\p{L}\p{N}])+(?![^ ])/gu, (run) =>
    run.replaceAll(' ', ''),
  )

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
  if (q.trim() === '') return nearestRestaurants(database, near, limit)
  const key = foldText(q)
  const words = [...new Set(joinInitials(key).split(' '))].filter(Boolean).slice(0, maxWords)
  // Folding turns '100%' into '100', but these characters are to be found as they are.
  const literal = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[%_\\]/.test(word))
  if (words.length + literal.length === 0) return []
  const cells = cellsTouching(near, radiusMiles, 3).map(
    (cell) => `'c:${BigInt(cell).toString(16)}'`,
  )
  const query = [`(${cells.join(' | ')})`, ...words.map((word) => `'${word}':*`)].join(' & ')
  const { rows } = await sql<RestaurantPlace>`${preparedStatementComment}
    select ${columnsSql} from (
      select *, ${milesFromSql(near)} as miles from restaurants
       where search @@ (select ${query}::tsquery) and deleted_at is null and hidden_at is null and not unconfirmed
         and lower(name || ' ' || coalesce(name_en, '')) like all (${literal.map((word) => `%${escapeLike(word)}%`)}::text[])) found
     where miles <= ${radiusMiles}
     order by name_key = ${key} desc,
              ' ' || name_key || ' ' || lower(coalesce(name_en, '')) like all (${words.map((word) => `% ${word}%`)}::text[]) desc,
              miles, id
     limit ${sql.lit(limit)}`.execute(database)
  return rows
}

/** Radii in miles of the circles in which the nearest restaurants are looked for. */
const circles = [0.5, 3, 15, radiusMiles]

async function nearestRestaurants(
  database: Database,
  near: Point,
  limit: number,
): Promise<RestaurantPlace[]> {
  for (const radius of circles) {
    const resolution = radius < 15 ? 7 : 5
    const cells = cellsTouching(near, radius, resolution)
    const { rows } = await sql<RestaurantPlace>`
      select ${columnsSql} from (
        select *, ${milesFromSql(near)} as miles from restaurants
         where ${sql.ref(`cell${resolution}`)} = any (${cells}::bigint[])
           and deleted_at is null and hidden_at is null and not unconfirmed) found
       where miles <= ${radius}
       order by miles, id limit ${limit}`.execute(database)
    if (rows.length === limit || radius === radiusMiles) return rows
  }
  return []
}

const columnsSql = sql.raw(`
  id as "restaurantId", place_id as id, name, address, latitude, longitude, miles as "distanceMiles"`)
