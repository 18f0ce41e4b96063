import { loadCards, markCards } from '#features/items/cards.server.ts'
import { placeOfGazetteerCity } from '#features/places/providers/embedded.server.ts'
import { loadGazetteer, type City } from '#features/places/gazetteer/gazetteer.server.ts'
import { splitIntoWords, requiredWords } from '#features/places/words/asked-words.ts'
import {
  withoutNearMe,
  withoutOpenNow,
  withoutTheBest,
} from '#features/places/words/near-and-open.ts'
import {
  type RestaurantQueryInterpretations,
  interpretRestaurantQuery,
  restaurantsByWords,
} from '#features/places/words/restaurants.server.ts'
import { type WordMeanings, wordMeanings } from '#features/places/words/meant.server.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { pauses } from '#platform/server/pauses.ts'
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
import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export * as calls from './contract.ts'

/** Radius around the point, in miles, in which restaurants are searched for first. */
const around = 50

const emoji = /\p{Extended_Pictographic}/gu

/** Returns a query with words for its emoji of food, which no name is found by. */
const spellOutEmoji = (q: string) => q.replace(emoji, (sign) => ` ${emojiWords[sign] ?? sign} `)

const withoutEmoji = (q: string) => q.replace(emoji, ' ')

/** What of a query is a name at most, what also says nothing of the place, and what is only about food. */
type Query = { named: string; q: string; what: string }

function readQuery(written: string): Query {
  const { rest: named } = withoutOpenNow(written)
  const q = withoutNearMe(named)
  return { named, q, what: withoutTheBest(q) }
}

/** Returns a query without its emoji, or null if nothing else is in it but the city. */
function queryWithoutEmoji({ named, q, what }: Query, { city }: QueryFilters): Query | null {
  const words = requiredWords(withoutEmoji(what))
  return words.some((word) => !city?.words.includes(word))
    ? { named: withoutEmoji(named), q: withoutEmoji(q), what: withoutEmoji(what) }
    : null
}

async function findMembers(database: Database, named: string, viewer: Viewer | null) {
  const found = await membersByWords(database, requiredWords(named), viewer?.id ?? null, limit)
  return found.map(({ id, userName, avatar }) => ({ id, name: userName, userName, avatar }))
}

const placeOf = ({ name, slug, latitude, longitude }: City) => ({ name, slug, latitude, longitude })

export const handlers = (services: Services) => {
  const { database, listing, ranking, settings } = services

  return [
    implementCall(search, async ({ input: { q: written, ...input }, viewer }) => {
      const near = pointFromInput(input)
      const { named, q, what } = readQuery(spellOutEmoji(written))
      const wanted = new Set(input.kinds?.split(',') ?? resultKinds)
      const words = requiredWords(what)
      const of = async <T>(kind: ResultKind, find: () => T[] | Promise<T[]>): Promise<T[]> =>
        wanted.has(kind) && words.length > 0 ? find() : []

      // Shared by all searches, so that the words of the query are looked up only once.
      const understood = wordMeanings(listing, splitIntoWords(q))
      const gazetteer = await loadGazetteer(settings.stateDir)
      if (pauses.isDue()) await pauses.pause()
      const filtersOf = async (text: string) =>
        text === what ? filters : dropGuessedCity(queryFiltersOf(text, gazetteer, near), understood)
      const filters = await dropGuessedCity(queryFiltersOf(what, gazetteer, near), understood)
      // Members and restaurants may have emoji beside their name, which say nothing more of what it is.
      const plain = queryWithoutEmoji(readQuery(written), filters) ?? { named, q, what }
      const [dishes, restaurants, members, cities] = await Promise.all([
        of('dishes', async () => {
          const options = { understood, nearFirst: q !== named }
          const dishesOf = async (text: string) =>
            dishesByWords({ listing, ranking }, text, near, {
              ...options,
              filters: await filtersOf(text),
            })
          const found = await dishesOf(what)
          const isMore = found.length === 0 && plain.what !== what
          return cardsOf(isMore ? await dishesOf(plain.what) : found, near, viewer)
        }),
        of('restaurants', () => {
          const city = plain.q === q ? filters.city : undefined
          const question = interpretRestaurantQuery(plain.q, near, around, gazetteer, city)
          return findRestaurants(question, near, understood)
        }),
        of('members', () => findMembers(database, plain.named, viewer)),
        of('cities', async () => {
          if (pauses.isDue()) await pauses.pause()
          return gazetteer.suggestCities(what, near, limit).map(placeOfGazetteerCity)
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
    return markCards(database, await loadCards(database, ids, distanceOf), viewer)
  }

  async function findRestaurants(
    question: RestaurantQueryInterpretations,
    near: Point | undefined,
    understood: WordMeanings,
  ) {
    const found = await restaurantsByWords(listing, question, limit, understood)
    return found.map((row) => ({
      id: row.restaurantId,
      placeId: row.id,
      name: row.name,
      address: row.address,
      latitude: row.latitude,
      longitude: row.longitude,
      cityName: row.cityName,
      distanceMiles: near ? Math.round(milesBetween(near, row) * 100) / 100 : null,
    }))
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
