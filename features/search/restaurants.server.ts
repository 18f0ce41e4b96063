import { categories } from '#domain/vocabulary/categories.ts'
import { servingSigns } from '#domain/vocabulary/cuisines.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { foldText } from '#features/places/fold.ts'
import type { Gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { moreAloneMiles } from '#features/places/nearest.ts'
import { findRestaurants } from '#features/places/restaurant-search.server.ts'
import { requiredWords } from '#features/places/words/asked-words.ts'
import type { WordMeanings } from '#features/places/words/meant.server.ts'
import type { NamedCity } from '#features/places/words/named-city.ts'
import type { ReadQuery } from '#features/places/words/near-and-open.ts'
import {
  interpretRestaurantQuery,
  restaurantsByWords,
  type FoundRestaurant,
  type RestaurantQueryInterpretations,
  type TextQuery,
} from '#features/places/words/restaurants.server.ts'
import type { Database } from '#platform/server/services.ts'
import type { QueryFilters } from './query-filters.server.ts'

/** Radius around the point, in miles, in which restaurants are searched for first. */
const around = 50

type Options = {
  filters: QueryFilters
  gazetteer: Gazetteer
  understood: WordMeanings
  limit: number
}

type SearchedRestaurant = Pick<
  FoundRestaurant,
  'restaurantId' | 'id' | 'name' | 'address' | 'cityName' | 'latitude' | 'longitude'
>

/**
 * Finds restaurants by the whole query, which may be a name that begins with 'Best', and by what of it is only about
 * food. Where those near the point are asked for, all others come behind them, and where nothing else is asked for, they
 * are the nearest (rules: search).
 */
export async function restaurantsOfQuery(
  database: Database,
  query: ReadQuery,
  near: Point | undefined,
  { filters, gazetteer, understood, limit }: Options,
): Promise<SearchedRestaurant[]> {
  const { q, what, nearMe, isNothing } = query
  const { queries, wider } = interpret(query, near, gazetteer, filters)
  const anywhere = () => restaurantsByWords(database, { queries, wider }, limit, understood)
  if (!near || !(nearMe || isNothing || isKind(what, filters))) return anywhere()
  const strictly = queries.map((query) => ({ ...query, strictly: true }))
  const close = await restaurantsByWords(
    database,
    { queries: strictly, wider: () => [] },
    limit,
    understood,
  )
  if (isNothing && (nearMe || q !== what)) {
    const all = await nearest(database, near, limit)
    // Anyone can add a 'Best Food Near Me', so one that only its adder speaks for leads at its door only.
    const isNamedSo = ({ name, alone, ...place }: FoundRestaurant) =>
      [q, query.named].some((asked) => foldText(name) === foldText(asked)) &&
      (!alone || milesBetween(near, place) <= moreAloneMiles)
    const named = [...close, ...(nearMe ? [] : await anywhere())].filter(isNamedSo)
    if (all.length > 0) return distinct([...named, ...all], limit)
  }
  if (close.length === limit) return close
  const isFar = (place: Point) => Number(milesBetween(near, place) > around)
  const others = (await anywhere()).toSorted((a, b) => isFar(a) - isFar(b))
  return distinct([...close, ...others], limit)
}

/** Returns the interpretations of the whole query, and of what of it is only about food. */
function interpret(
  { q, what }: ReadQuery,
  near: Point | undefined,
  gazetteer: Gazetteer,
  { city }: QueryFilters,
): RestaurantQueryInterpretations {
  const read = (text: string, city: NamedCity | null) =>
    interpretRestaurantQuery(text, near, around, gazetteer, city)
  if (q === what) return read(q, city)
  const whole = read(q, city && { ...city, rest: without(q, city.words) })
  const part = read(what, city)
  // Names that have the whole query come first.
  const asPart = (query: TextQuery) => ({ ...query, isPart: true })
  return {
    queries: [...whole.queries, ...part.queries.map(asPart)],
    wider: () => [...whole.wider(), ...part.wider().map(asPart)],
  }
}

/** Returns the query without the words of a city. */
const without = (q: string, words: string[]) =>
  ` ${foldText(q)} `.replace(` ${words.join(' ')} `, ' ')

function distinct(rows: SearchedRestaurant[], limit: number) {
  const ids = rows.map(({ restaurantId }) => restaurantId)
  return rows.filter(({ restaurantId }, at) => ids.indexOf(restaurantId) === at).slice(0, limit)
}

/** Returns the nearest restaurants, whatever their names. */
async function nearest(
  database: Database,
  near: Point,
  limit: number,
): Promise<SearchedRestaurant[]> {
  const places = await findRestaurants(database, '', near, limit)
  const ids = places.flatMap(({ restaurantId }) => restaurantId ?? [])
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('restaurants')
    .select(['id as restaurantId', 'place_id as id', 'name', 'address', 'city_label as cityName'])
    .select(['latitude', 'longitude'])
    .where('id', 'in', ids)
    .execute()
  return rows.toSorted((a, b) => ids.indexOf(a.restaurantId) - ids.indexOf(b.restaurantId))
}

const cuisines = new Set(categories.flatMap(({ id }) => servingSigns(id).cuisines))

/** Returns whether a query names nothing but a tag, a category or a cuisine. */
function isKind(what: string, { tags, categories }: QueryFilters): boolean {
  const words = requiredWords(what)
  return (
    cuisines.has(words.join('_')) ||
    [...tags, ...categories].some((kind) => words.every((word) => kind.words.includes(word)))
  )
}
