import { type RawBuilder, sql } from 'kysely'
import { addedAloneSql } from '#domain/who-speaks.ts'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import type { RestaurantPlace } from './contract.ts'
import { foldText } from './fold.ts'
import type { Gazetteer } from './gazetteer/gazetteer.server.ts'
import {
  containsWildcardsLiterallySql,
  likeWildcard,
  tsqueriesInCells,
} from './words/word-query.ts'
import { moreAloneMiles, oneAloneAmong } from './nearest.ts'
import { radiusMiles } from './providers/provider.server.ts'
import { nameHasWordPrefixesSql, restaurantsAround } from './restaurants-around.server.ts'
import { splitIntoWords } from './words/asked-words.ts'
import { wordMeanings } from './words/meant.server.ts'
import { wordKinds, loadWordsInUse } from './words/words-in-use.server.ts'
import {
  type TextQuery,
  interpretRestaurantQuery,
  restaurantsByWords,
} from './words/restaurants.server.ts'

const maxWords = 6

/**
 * Finds restaurants within 50 miles that have, for each word of `q`, a word beginning with it in their name, English
 * name or town. Those with exactly this name come first, then those with all words in the name, then the nearest. If
 * there are fewer than `limit`, restaurants follow that may have been meant or that are around a city named in `q`
 * (rules: search). If `q` is empty, returns the nearest restaurants, few of which only the member who added them
 * speaks for (see `nearestOf`).
 */
export async function findRestaurants(
  database: Database,
  cities: Gazetteer,
  q: string,
  near: Point,
  limit: number,
): Promise<RestaurantPlace[]> {
  const key = foldText(q)
  const isSigned = likeWildcard.test(q)
  const words = [...new Set(key.split(' '))].filter(Boolean).slice(0, maxWords)
  const beginnings = { database, key, words, signs: containsWildcardsLiterallySql(q), near, limit }
  // Punctuation alone finds nothing, because no name consists of it.
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
  const { queries, wider } = interpretRestaurantQuery(q, near, radiusMiles, cities)
  const strictly = (some: TextQuery[]) => some.map((query) => ({ ...query, strictly: true }))
  const foundIds = new Set(found.map(({ id }) => id))
  const meant = await restaurantsByWords(
    database,
    { queries: strictly(queries), wider: () => strictly(wider()) },
    limit,
    wordMeanings(database, splitIntoWords(q)),
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

type Found = Omit<RestaurantPlace, 'distanceMiles' | 'alone'> & { miles: number; alone: boolean }

async function within(
  { database, key, words, signs, near, limit }: Beginnings,
  candidates: RawBuilder<unknown>,
): Promise<RestaurantPlace[]> {
  const { rows } = await sql<Found>`
    ${preparedStatementComment}
    select "restaurantId", id, name, address, latitude, longitude, miles, alone from (
      select id as "restaurantId", place_id as id, name, name_key, address, latitude, longitude,
             ${key === '' ? addedAloneSql('restaurants') : sql`false`} as alone,
             ${nameHasWordPrefixesSql(words)} as named_so,
             ${milesFromSql(near)} as miles
        from restaurants
       where deleted_at is null and hidden_at is null and not unconfirmed and ${candidates} and ${signs} offset 0) found
     where miles <= ${radiusMiles}
     order by name_key = ${key} desc, named_so desc,
              case when alone and row_number() over (partition by alone order by miles, "restaurantId") > ${Math.floor(limit / oneAloneAmong)}
                   then miles + ${moreAloneMiles} else miles end, "restaurantId"
     limit ${limit}`.execute(database)
  return rows.map(({ miles, alone, ...row }) => ({
    ...row,
    distanceMiles: miles,
    ...(alone && { alone }),
  }))
}

/** SQL for restaurants with exactly this name, only in nearby cells because a chain can have thousands of branches. */
const namedJustSo = ({ key, near }: Beginnings) => sql`name_key = ${key} and ${byCells(near)}`

/**
 * Finds restaurants by the word index. If few words in use share a typed beginning, it looks for these words, because
 * that is quicker than a prefix search in the index.
 */
async function byWords(beginnings: Beginnings): Promise<RestaurantPlace[]> {
  const [letters, longer] = [
    beginnings.words.filter((word) => word.length === 1),
    beginnings.words.filter((word) => word.length > 1),
  ]
  const begun = (some: string[]) => some.map((word) => ({ forms: [word], begins: true }))
  const inUse = await loadWordsInUse(beginnings.database, longer)
  const [used] = inUse([begun(longer)], [wordKinds.restaurants])
  if (!used) return []
  const queries = tsqueriesInCells(cellsTouching(beginnings.near, radiusMiles, 4), [
    [...used, ...begun(letters)],
  ])
  return within(
    beginnings,
    sql`id = any (array(select restaurants_named_near(${queries}::tsquery[])))`,
  )
}

function byCells(near: Point) {
  const cells = cellsTouching(near, radiusMiles, 5).map(String)
  return sql`cell5 = any (${cells}::bigint[])`
}
