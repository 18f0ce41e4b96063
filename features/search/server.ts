import { cardsOf, markCards } from '#features/items/cards.server.ts'
import { embeddedPlaces } from '#features/places/providers/embedded.server.ts'
import { gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { wordsOf } from '#features/places/words/asked-words.ts'
import { askedFor, restaurantsByWords } from '#features/places/words/restaurants.server.ts'
import { type InUse, wordsInUse } from '#features/places/words/words-in-use.server.ts'
import { milesBetween, type Point } from '#domain/miles.ts'
import { badInput } from '#platform/contract/failure.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { kinds, search, type Kind } from './contract.ts'
import { dishesByWords } from './dishes.server.ts'
import { categoriesOf, tagsOf } from './fixed-lists.ts'
import { membersByWords } from './members.server.ts'
import { narrowingOf } from './narrowing.server.ts'

export * as calls from './contract.ts'
export { checks } from './checks.ts'

/** Of each kind. */
const limit = 8
/** Miles round the point within which restaurants are looked for first, and round a city that is named. */
const around = { here: 50, city: 20 }
/** A city of fewer people is more likely a word of something else: of a dish or a name. */
const sure = 50_000

export const handlers = (services: Services) => {
  const { database, listing, ranking, settings } = services
  const places = embeddedPlaces(services)

  return [
    on(search, async ({ input: { q, latitude, longitude, ...input }, viewer }) => {
      if ((latitude === undefined) !== (longitude === undefined))
        throw badInput({
          fields: {
            [latitude === undefined ? 'latitude' : 'longitude']:
              'Latitude and longitude go together.',
          },
        })
      const near =
        latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
      const asked = new Set(input.kinds?.split(',') ?? kinds)
      const words = wordsOf(q)
      const narrowing = narrowingOf(q, await gazetteer(settings.stateDir), near)
      const { city } = narrowing
      const place = city && city.city.population >= sure && city.rest !== '' ? city.city : null
      const food = place ? wordsOf(city!.rest) : words
      const of = async <T>(kind: Kind, find: () => T[] | Promise<T[]>): Promise<T[]> =>
        asked.has(kind) && words.length > 0 ? find() : []

      // Both kinds that are looked for by words of names ask for them once.
      let inUse: Promise<InUse> | undefined
      const used = () => (inUse ??= wordsInUse(listing, words))

      const [dishes, restaurants, members, cities, categories, tags] = await Promise.all([
        of('dishes', async () => {
          const options = { narrowing, used, limit }
          const ids = await dishesByWords({ listing, ranking }, q, near, options)
          const cards = await cardsOf(
            database,
            ids,
            near ? (place) => milesBetween(near, place) : null,
          )
          return markCards(database, cards, viewer)
        }),
        of('restaurants', () => findRestaurants(q, near, narrowing.city, used)),
        of('members', async () => {
          const found = await membersByWords(database, words, viewer?.id ?? null, limit)
          return found.map(({ id, userName, avatar }) => ({ id, name: userName, userName, avatar }))
        }),
        of('cities', () => places.suggestCities(q, near)),
        of('categories', () => categoriesOf(food, limit)),
        of('tags', () => tagsOf(food, limit)),
      ])
      const named = place && { name: place.name, slug: place.slug }
      return { place: named, dishes, restaurants, members, cities, categories, tags }
    }),
  ]

  async function findRestaurants(
    q: string,
    near: Point | undefined,
    city: ReturnType<typeof narrowingOf>['city'],
    used: () => Promise<InUse>,
  ) {
    const found = await restaurantsByWords(
      listing,
      [
        askedFor(q, near, around.here),
        ...(city
          ? [
              {
                ...askedFor(q, city.city, around.city),
                words: wordsOf(city.rest),
                strictly: true,
              },
            ]
          : []),
      ],
      limit,
      used,
    )
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
