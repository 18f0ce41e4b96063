import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import { milesBetween } from '#domain/miles.ts'
import type { Database } from '#platform/server/services.ts'
import type { RestaurantPlace } from './contract.ts'
import { fold } from './fold.ts'
import type { Gazetteer, Point } from './gazetteer/gazetteer.server.ts'
import { literals, sign } from './literals.server.ts'
import { radius } from './providers/provider.server.ts'
import { wordsOf } from './words/asked-words.ts'
import { cityNamedIn } from './words/named-city.ts'
import { restaurantsByWords } from './words/restaurants.server.ts'

const maxWords = 6
/** Miles round a city that is named beside a restaurant. */
const roundCity = 20
/** So few letters begin thousands of names in a large city: those within these miles are looked at first. */
const mostBegun = 3
const closest = 5

/**
 * Restaurants within 50 miles that have a word beginning with each word asked for, in their name, their English
 * name or their town: the whole name first, then those with all of it in the name, then the nearest. Where these
 * are few, those follow that may have been meant (rules: search).
 */
export async function findRestaurants(
  database: Database,
  cities: Gazetteer,
  q: string,
  near: Point,
  limit: number,
): Promise<RestaurantPlace[]> {
  const key = fold(q)
  const signs = literals(q)
  if (key !== '') {
    const named = async (miles: number, whole = false) =>
      within(
        database,
        key,
        near,
        miles,
        sql`${byWords(key, { near, miles, whole })} and ${signs}`,
        limit,
      )
    if (key.length <= mostBegun) {
      const close = await named(closest)
      if (close.length === limit) {
        const whole = await named(radius, true)
        const known = new Set(whole.map(({ id }) => id))
        return [...whole, ...close.filter(({ id }) => !known.has(id))].slice(0, limit)
      }
    }
    const found = await named(radius)
    return found.length === limit ? found : withMeant(database, cities, q, near, found, limit)
  }
  // No name consists of other signs alone.
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

async function withMeant(
  database: Database,
  cities: Gazetteer,
  q: string,
  near: Point,
  found: RestaurantPlace[],
  limit: number,
): Promise<RestaurantPlace[]> {
  const asked = { q, words: wordsOf(q), near, miles: radius, strictly: true }
  const named = cityNamedIn(q, cities, near)
  const inCity = named && {
    ...asked,
    words: wordsOf(named.rest),
    near: named.city,
    miles: roundCity,
  }
  const known = new Set(found.map(({ id }) => id))
  const meant = await restaurantsByWords(database, inCity ? [asked, inCity] : [asked], limit)
  const more = meant.flatMap(({ restaurantId, id, name, address, latitude, longitude }) => {
    const distanceMiles = milesBetween(near, { latitude, longitude })
    return known.has(id) || distanceMiles > radius
      ? []
      : [{ restaurantId, id, name, address, latitude, longitude, distanceMiles }]
  })
  return [...found, ...more].slice(0, limit)
}

async function within(
  database: Database,
  key: string,
  near: Point,
  miles: number,
  candidates: RawBuilder<unknown>,
  limit: number,
): Promise<RestaurantPlace[]> {
  const { rows } = await sql<Omit<RestaurantPlace, 'distanceMiles'> & { miles: number }>`
    select "restaurantId", id, name, address, latitude, longitude, miles from (
      select id as "restaurantId", place_id as id, name, name_key, address, latitude, longitude,
             ${namedSo(key)} as named_so,
             ${milesFrom(near)} as miles
        from restaurants
       where deleted_at is null and hidden_at is null and ${candidates}) found
     where miles <= ${miles}
     order by name_key = ${key} desc, named_so desc, miles, id
     limit ${limit}`.execute(database)
  return rows.map(({ miles, ...row }) => ({ ...row, distanceMiles: miles }))
}

/** Whether the name has all the words: not only the town. */
function namedSo(key: string) {
  const words = key.split(' ').slice(0, maxWords)
  return sql`(' ' || name_key || ' ' || lower(coalesce(name_en, ''))) like all (${words.map((word) => `% ${word}%`)}::text[])`
}

/**
 * Folded words are letters and digits alone, so nothing in them means anything to the query. `whole` are those whose
 * name is nothing but the words.
 */
function byWords(
  key: string,
  { near, miles, whole }: { near: Point; miles: number; whole: boolean },
) {
  const words = [...new Set(key.split(' '))].slice(0, maxWords)
  const queries = cellsTouching(near, miles, 4).map((cell) => {
    const hexadecimal = cell.toString(16)
    return words.map((word) => `'${hexadecimal}/${word}'${whole ? '' : ':*'}`).join(' & ')
  })
  const named = sql`restaurant_words(cell5, name_key || ' ' || also_key) @@ any(${queries}::tsquery[])`
  return whole ? sql`${named} and name_key = ${key}` : named
}

function byCells(near: Point, miles: number) {
  const cells = cellsTouching(near, miles, 5).map(String)
  return sql`cell5 = any(${cells}::bigint[])`
}
