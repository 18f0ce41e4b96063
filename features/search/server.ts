import { loadCards, markCards } from '#features/items/cards.server.ts'
import { cityPlace } from '#features/places/cities/cities.server.ts'
import { suggestCities } from '#features/places/cities/suggest.server.ts'
import { loadGazetteer, type City } from '#features/places/gazetteer/gazetteer.server.ts'
import { splitIntoWords, requiredWords } from '#features/places/words/asked-words.ts'
import { readQuery, type ReadQuery } from '#features/places/words/near-and-open.ts'
import { wordMeanings } from '#features/places/words/meant.server.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { resultKinds, search, type ResultKind } from './contract.ts'
import { dishesByWords } from './dishes.server.ts'
import { resultLimit as limit } from './few-of-one.ts'
import { forgetWordsQueue } from './forget-words.server.ts'
import { matchingCategories, matchingTags } from './category-and-tag-matches.ts'
import { membersByWords } from './members.server.ts'
import { emojiWords } from './other-names.data.ts'
import {
  queryFiltersOf,
  intendedCity,
  dropGuessedCity,
  type QueryFilters,
} from './query-filters.server.ts'
import { restaurantsOfQuery } from './restaurants.server.ts'
import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export * as calls from './contract.ts'

const emoji = /\p{Extended_Pictographic}/gu

/** Returns a query with words for its emoji of food, which no name is found by. */
const spellOutEmoji = (q: string) => q.replace(emoji, (sign) => ` ${emojiWords[sign] ?? sign} `)

const withoutEmoji = (q: string) => q.replace(emoji, ' ')

/** Returns a query without its emoji, or null if nothing else is in it but the city. */
function queryWithoutEmoji(query: ReadQuery, { city }: QueryFilters): ReadQuery | null {
  const [named, q, what] = [query.named, query.q, query.what].map(withoutEmoji) as [
    string,
    string,
    string,
  ]
  const words = requiredWords(what)
  return words.some((word) => !city?.words.includes(word)) ? { ...query, named, q, what } : null
}

/** Finds members by their names: by the whole query, or else by what of it is only about food. */
async function findMembers(database: Database, { named, what }: ReadQuery, viewer: Viewer | null) {
  const find = (text: string) =>
    membersByWords(database, requiredWords(text), viewer?.id ?? null, limit)
  const whole = await find(named)
  const found = whole.length > 0 || named === what ? whole : await find(what)
  return found.map(({ id, userName, avatar }) => ({ id, name: userName, userName, avatar }))
}

const restaurantRows = (
  found: Awaited<ReturnType<typeof restaurantsOfQuery>>,
  near: Point | undefined,
) =>
  found.map((row) => ({
    id: row.restaurantId,
    placeId: row.id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    cityName: row.cityName,
    distanceMiles: near ? Math.round(milesBetween(near, row) * 100) / 100 : null,
  }))

const placeOf = ({ name, slug, latitude, longitude }: City) => ({ name, slug, latitude, longitude })

export const handlers = (services: Services) => {
  const { listing, ranking, settings } = services

  return [
    implementCall(search, async ({ input: { q: written, ...input }, viewer }) => {
      const near = pointFromInput(input)
      const query = readQuery(spellOutEmoji(written))
      const { q, what, nearMe } = query
      // 'Food near me' asks for any restaurant.
      const isAny = near && nearMe && query.isNothing
      const wanted = new Set(input.kinds?.split(',') ?? resultKinds)
      const words = requiredWords(what)
      const of = async <T>(kind: ResultKind, find: () => T[] | Promise<T[]>): Promise<T[]> =>
        wanted.has(kind) && words.length > 0 && (!isAny || kind === 'restaurants') ? find() : []

      // Shared by all searches, so that the words of the query are looked up only once.
      const understood = wordMeanings(listing, splitIntoWords(q))
      const gazetteer = await loadGazetteer(settings.stateDir)
      const filtersOf = async (text: string) =>
        text === what ? filters : dropGuessedCity(queryFiltersOf(text, gazetteer, near), understood)
      const filters = await dropGuessedCity(queryFiltersOf(what, gazetteer, near), understood)
      // Members and restaurants may have emoji beside their name, which say nothing more of what it is.
      const plain = queryWithoutEmoji(readQuery(written), filters) ?? query
      const [dishes, restaurants, members, cities] = await Promise.all([
        of('dishes', async () => {
          const options = { understood, nearFirst: nearMe }
          const dishesOf = async (text: string) =>
            dishesByWords({ listing, ranking }, text, near, {
              ...options,
              filters: await filtersOf(text),
            })
          const found = await dishesOf(what)
          const isMore = found.length === 0 && plain.what !== what
          return cardsOf(isMore ? await dishesOf(plain.what) : found, near, viewer)
        }),
        of('restaurants', async () => {
          const options = { filters: await filtersOf(plain.what), gazetteer, understood, limit }
          return restaurantRows(await restaurantsOfQuery(listing, plain, near, options), near)
        }),
        of('members', () => findMembers(listing, plain, viewer)),
        of('cities', async () => {
          return (await suggestCities(listing, what, near, limit)).map(cityPlace)
        }),
      ])
      const city = intendedCity(filters, words, dishes)
      const food = city ? requiredWords(filters.city!.rest) : words
      const [categories, tags] = await Promise.all([
        of('categories', () => matchingCategories(food, limit)),
        of('tags', () => matchingTags(food, limit)),
      ])
      return {
        place: city && placeOf(city),
        dishes,
        restaurants,
        members,
        cities,
        categories,
        tags,
      }
    }),
  ]

  async function cardsOf(ids: number[], near: Point | undefined, viewer: Viewer | null) {
    const distanceOf = near ? (place: Point) => milesBetween(near, place) : null
    return markCards(listing, await loadCards(listing, ids, distanceOf), viewer)
  }
}

export const queues = (services: Services): JobQueue[] => [forgetWordsQueue(services)]

export const checks: Checks = [
  {
    name: 'item-words',
    description:
      'a listed dish is found by the words of its name and of its restaurant’s, and by no others',
    violations: sql`
      select i.id from items i join restaurants r on r.id = i.restaurant_id
        left join item_words w on w.item_id = i.id
       where case when i.listed
                  then w.words is distinct from item_search_words(
                         search_words(search_fold(i.name)), i.cell5, search_words(r.name_key || ' ' || r.also_key))
                  else w.item_id is not null end`,
    repair: {
      lock: 'items',
      set: (ids) => sql`
        with gone as (
          delete from item_words w using items i
           where i.id = w.item_id and i.id = any (${ids}::integer[]) and i.deleted_at is not null)
        select renew_item_words(${ids}::integer[])`,
    },
  },
]
