import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import {
  containsWildcardsLiterallySql,
  type WordSequence,
  tsqueriesInCells,
  tsquery,
} from '#features/places/words/word-query.ts'
import { isPrefixLongEnough } from '#features/places/words/meant.server.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database, Services } from '#platform/server/services.ts'
import type { DishCandidate, DishQueryInterpretation } from './dish-score.ts'
import { beyondFewOfOne, fewOfOne } from './few-of-one.ts'
import { defaultDistance } from '#domain/position/distances.ts'
import { rankNearBy, rankTop, noFilters } from '#features/listings/ranking.server.ts'

/** Miles within which a dish is near: around the given point, and around a city that the query names. */
const around = { here: 50, city: 25 }
/** If at least this many dishes are found in one step, the search doesn't look farther. */
const sufficientDishCount = 24
/** Maximum number of dishes nearby, and of dishes anywhere, if the query names only a tag or a category. */
const maxNameless = 24
const most = { candidates: 60, near: 400, elsewhere: 100, restaurants: 100 }

/**
 * Word sequences to search for: `near` in the names of dishes nearby, `far` in dishes' names anywhere,
 * `withRestaurants` in the names of dishes and their restaurants together, and `atRestaurants` in the names of
 * restaurants in a city.
 */
export type DishQuery = {
  reading: DishQueryInterpretation
  near: WordSequence[]
  far: WordSequence[]
  withRestaurants: WordSequence[]
  atRestaurants: WordSequence[]
}

/** Returns whether a step found so many dishes that the search needn't look farther. */
export const areSufficient = (rows: DishCandidate[]) =>
  rows.length - beyondFewOfOne(rows).size >= sufficientDishCount

export async function searchNearby(listing: Database, q: string, { reading, near }: DishQuery) {
  if (!reading.near || near.length === 0) return []
  const cells = cellsTouching(reading.near, milesOf(reading), 4)
  return lookedAt(listing, q, reading, byWords(reading, tsqueriesInCells(cells, near), most.near))
}

/**
 * Searches in dishes' names, and if that finds too few, in the names of dishes and their restaurants together. If the
 * query names a city, dishes elsewhere aren't meant, so only the names of restaurants there are searched.
 */
export async function searchElsewhere(listing: Database, q: string, query: DishQuery) {
  const { reading, far, withRestaurants } = query
  const { words, city } = reading
  if (city) return atRestaurants(listing, q, query)
  const look = async (sequences: WordSequence[], restaurantToo: boolean) => {
    const queries = [tsquery(sequences, '', restaurantToo)]
    return sequences.length === 0
      ? []
      : lookedAt(listing, q, reading, byWords(reading, queries, most.elsewhere))
  }
  const isEnough = words.length > 1 || words.some(isPrefixLongEnough)
  const named = isEnough ? await look(far, false) : []
  if (areSufficient(named) || !isEnough) return named
  return [...named, ...(await look(withRestaurants, true))]
}

async function atRestaurants(listing: Database, q: string, { reading, atRestaurants }: DishQuery) {
  if (!reading.near || atRestaurants.length === 0) return []
  const queries = tsqueriesInCells(cellsTouching(reading.near, milesOf(reading), 4), atRestaurants)
  return lookedAt(
    listing,
    q,
    reading,
    sql`(select dish.id as item_id
           from (select restaurants_named_near(${queries}::tsquery[]) as id limit ${most.restaurants}) named
           join items dish on dish.restaurant_id = named.id
          limit ${most.near})`,
  )
}

const milesOf = ({ city }: DishQueryInterpretation) => (city ? around.city : around.here)

/** SQL for the ids of dishes that match one of the queries. */
function byWords(
  { words }: DishQueryInterpretation,
  queries: string[],
  most: number,
): RawBuilder<unknown> {
  // A single word is often a common one. For it, the planner can choose to read the table until there are enough rows,
  // which `items_named` doesn't allow.
  return queries.length === 1 && words.length === 1
    ? sql`(select item_id from item_words where words @@ ${queries[0]}::tsquery limit ${most})`
    : sql`(${preparedStatementComment} select items_named(${queries}::tsquery[], ${most}) as item_id)`
}

async function lookedAt(
  listing: Database,
  q: string,
  reading: DishQueryInterpretation,
  named: RawBuilder<unknown>,
): Promise<DishCandidate[]> {
  const { near, city, tags, category } = reading
  const miles = milesOf(reading)
  const tagged = tags.length > 0 ? sql`and i.tags && ${tags.map(({ id }) => id)}::integer[]` : sql``
  const ofCategory = category === null ? sql`` : sql`and i.category_id = ${category}`
  const distance = near ? milesFromSql(near, 'i') : sql`null::float8`
  const inCity = city ? sql`where miles <= ${miles}` : sql``
  const { rows } = await sql<DishCandidate>`
    select found.*, r.name as "restaurantName", r.name_en as "restaurantNameEn", r.city_label as "cityName"
      from (select * from (
              select *, row_number() over (order by lower(name) = lower(${q}) desc,
                          coalesce(miles <= ${miles}, false) desc, votes desc, length(name), id) as place
                from (select i.id, i.name, i.restaurant_id, i.category_id as "categoryId", i.tags,
                             i.upvote_count as votes, ${distance} as miles, null::integer as "onlySpeaker"
                        from ${named} named
                        join items i on i.id = named.item_id and i.listed ${tagged} ${ofCategory}) matching
               ${inCity}) placed
             order by "onlySpeaker" is not null
                      and row_number() over (partition by "onlySpeaker" order by place) > ${fewOfOne}, place
             limit ${most.candidates}) found
      join restaurants r on r.id = found.restaurant_id
     where ${containsWildcardsLiterallySql(q, sql`found.name || ' ' || r.name`)}`.execute(listing)
  return rows
}

type Databases = Pick<Services, 'listing' | 'ranking'>

/**
 * Returns the best dishes of a tag or a category, for queries that name no dish or restaurant: nearby and, unless the
 * query names a city, anywhere.
 */
export async function bestDishesForInterpretation(
  { ranking, listing }: Databases,
  { near, city, tags, category }: DishQueryInterpretation,
) {
  const question = {
    ...noFilters,
    categories: category === null ? [...new Set(tags.map((tag) => tag.category))] : [category],
    tags: tags.map(({ id }) => id),
    distanceMiles: defaultDistance,
  }
  const pages = await Promise.all([
    near && rankNearBy(ranking, { ...question, point: near }, undefined, maxNameless),
    // If the query names a city, dishes elsewhere aren't meant.
    !city && rankTop(ranking, { ...question, point: null }, undefined, maxNameless),
  ])
  const ids = pages.flatMap((page) => (page ? page.items.map(({ id }) => id) : []))
  const { rows } = await sql<DishCandidate>`
    select i.id, i.name, i.category_id as "categoryId", i.tags, i.upvote_count as votes,
           null::integer as "onlySpeaker", ${near ? milesFromSql(near, 'i') : sql`null::float8`} as miles,
           r.name as "restaurantName", r.name_en as "restaurantNameEn", r.city_label as "cityName"
      from items i join restaurants r on r.id = i.restaurant_id
     where i.id = any (${ids}::integer[])`.execute(listing)
  return rows
}
