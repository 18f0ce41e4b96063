import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import { milesBetween, type Point } from '#domain/miles.ts'
import { prepared } from '#platform/server/database.ts'
import type { Database } from '#platform/server/services.ts'
import type { RestaurantPlace } from './contract.ts'
import { fold } from './fold.ts'
import type { Gazetteer } from './gazetteer/gazetteer.server.ts'
import { literals, sign, tsqueriesIn } from './words/word-query.ts'
import { radius } from './providers/provider.server.ts'
import { namedSo, restaurantsAround } from './restaurants-around.server.ts'
import { everyWordOf } from './words/asked-words.ts'
import { understanding } from './words/meant.server.ts'
import { vocabulary, wordsInUse } from './words/words-in-use.server.ts'
import { type TextQuery, questionOf, restaurantsByWords } from './words/restaurants.server.ts'

const maxWords = 6

/**
 * Restaurants within 50 miles, or round a city that is named beside them, that have a word beginning with each word asked for, in their name, their English
 * name or their town: the whole name first, then those with all of it in the name, then the nearest. Where these
 * are few, those follow that may have been meant (rules: search). Nothing asked for: the nearest.
 */
export async function findRestaurants(
  database: Database,
  cities: Gazetteer,
  q: string,
  near: Point,
  limit: number,
): Promise<RestaurantPlace[]> {
  const key = fold(q)
  const isSigned = sign.test(q)
  const words = [...new Set(key.split(' '))].filter(Boolean).slice(0, maxWords)
  const beginnings = { database, key, words, signs: literals(q), near, limit }
  // No name consists of punctuation alone.
  if (key === '' && q.trim() !== '' && !isSigned) return []
  const [same, close] = await Promise.all([
    key === '' ? [] : within(beginnings, namedJustSo(beginnings)),
    isSigned ? null : restaurantsAround(database, near, words, limit),
  ])
  const sameIds = new Set(same.map(({ id }) => id))
  const nearest = [...same, ...(close ?? []).filter(({ id }) => !sameIds.has(id))].slice(0, limit)
  if (nearest.length === limit) return nearest
  if (key === '') return within(beginnings, byCells(near))
  const found = await byWords(beginnings)
  return found.length === limit ? found : withMeant(database, cities, q, near, found, limit)
}

async function withMeant(
  database: Database,
  cities: Gazetteer,
  q: string,
  near: Point,
  found: RestaurantPlace[],
  limit: number,
): Promise<RestaurantPlace[]> {
  const { queries, wider } = questionOf(q, near, radius, cities)
  const strictly = (some: TextQuery[]) => some.map((query) => ({ ...query, strictly: true }))
  const foundIds = new Set(found.map(({ id }) => id))
  const meant = await restaurantsByWords(
    database,
    { queries: strictly(queries), wider: () => strictly(wider()) },
    limit,
    understanding(database, everyWordOf(q)),
  )
  const more = meant
    .filter(({ id }) => !foundIds.has(id))
    .map(({ restaurantId, id, name, address, latitude, longitude }) => {
      const point = { latitude, longitude }
      return { restaurantId, id, name, address, ...point, distanceMiles: milesBetween(near, point) }
    })
  return [...found, ...more].slice(0, limit)
}

type Beginnings = {
  database: Database
  key: string
  words: string[]
  signs: RawBuilder<unknown>
  near: Point
  limit: number
}

async function within(
  { database, key, words, signs, near, limit }: Beginnings,
  candidates: RawBuilder<unknown>,
): Promise<RestaurantPlace[]> {
  const { rows } = await sql<Omit<RestaurantPlace, 'distanceMiles'> & { miles: number }>`
    ${prepared}
    select "restaurantId", id, name, address, latitude, longitude, miles from (
      select id as "restaurantId", place_id as id, name, name_key, address, latitude, longitude,
             ${namedSo(words)} as named_so,
             ${milesFrom(near)} as miles
        from restaurants
       where deleted_at is null and hidden_at is null and ${candidates} and ${signs} offset 0) found
     where miles <= ${radius}
     order by name_key = ${key} desc, named_so desc, miles, "restaurantId"
     limit ${limit}`.execute(database)
  return rows.map(({ miles, ...row }) => ({ ...row, distanceMiles: miles }))
}

/** A chain may have tens of thousands of branches, so that the name is looked up together with the cells near by. */
const namedJustSo = ({ key, near }: Beginnings) => sql`name_key = ${key} and ${byCells(near)}`

/** A beginning that few words in use share is replaced by these words, which is quicker than following it in the index. */
async function byWords(beginnings: Beginnings): Promise<RestaurantPlace[]> {
  const [letters, longer] = [
    beginnings.words.filter((word) => word.length === 1),
    beginnings.words.filter((word) => word.length > 1),
  ]
  const begun = (some: string[]) => some.map((word) => ({ forms: [word], begins: true }))
  const inUse = await wordsInUse(beginnings.database, longer)
  const [used] = inUse([begun(longer)], [vocabulary.restaurants])
  if (!used) return []
  const queries = tsqueriesIn(cellsTouching(beginnings.near, radius, 4), [
    [...used, ...begun(letters)],
  ])
  return within(
    beginnings,
    sql`id = any (array(select restaurants_named_near(${queries}::tsquery[])))`,
  )
}

function byCells(near: Point) {
  const cells = cellsTouching(near, radius, 5).map(String)
  return sql`cell5 = any (${cells}::bigint[])`
}
