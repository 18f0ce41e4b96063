import { categoryIds } from '../../domain/vocabulary/categories.ts'
import { tagsOf } from '../../domain/vocabulary/tags.data.ts'
import { citiesOf, cityCount, densest, generator, pointIn, someCity } from '../centres.ts'

export type Request = { method: 'GET' | 'POST'; path: string; token?: string; body?: object }
type Known = {
  items: number
  tokens: string[]
  placeIds: string[]
  cityNames: string[]
  restaurantNames: string[]
  dishNames: string[]
}

const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)]))

/** Requests that are sent one at a time. `most` is the maximum p99 in milliseconds, scaled to the reference machine. */
export const timedQuestions: Record<
  string,
  {
    most: number
    next(known: Known): () => Request
    /** True to send votes at the same time. */
    isWritten?: boolean
  }
> = {
  // Always new points in the densest city, with three tags and the largest distance.
  listing_p99: {
    most: 5,
    next() {
      const random = generator(11)
      const tags = tagsOf(3).slice(0, 3)
      return () => ({
        method: 'GET',
        path: `/api/yolos?${query({ category: 3, ...pointIn(densest, random), distanceMiles: 20, tags: tags.map(({ id }) => id).join(',') })}`,
      })
    },
  },
  suggest_city_p99: {
    most: 10,
    next({ cityNames }) {
      const random = generator(12)
      return () => ({
        method: 'GET',
        path: `/api/places/cities?${query({ q: begun(cityNames, random) })}`,
      })
    },
  },
  suggest_restaurant_p99: {
    most: 10,
    next({ items, restaurantNames }) {
      const random = generator(13)
      const cities = citiesOf(cityCount(items))
      return () => ({
        method: 'GET',
        path: `/api/places/restaurants?${query({ q: begun(restaurantNames, random), ...pointIn(cities[someCity(cities, random)]!.centre, random) })}`,
      })
    },
  },
  // Half of the searches are for dishes and half for restaurants, as typed or with a letter missing, from a random
  // point.
  search_p99: {
    most: 30,
    isWritten: true,
    next({ items, restaurantNames, dishNames }) {
      const random = generator(14)
      const cities = citiesOf(cityCount(items))
      return () => ({
        method: 'GET',
        path: `/api/search?${query({ q: spelt(random() < 0.5 ? dishNames : restaurantNames, random), ...pointIn(cities[someCity(cities, random)]!.centre, random) })}`,
      })
    },
  },
  // Members take turns and change the category after each round, so that each can save three new dishes in each
  // category.
  save_p99: {
    most: 10,
    next({ tokens, placeIds }) {
      let count = 0
      return () => {
        const n = count++
        const categoryId = categoryIds[Math.floor(n / tokens.length) % categoryIds.length]!
        const tags = tagsOf(categoryId)
        return {
          method: 'POST',
          path: '/api/yolos',
          token: tokens[n % tokens.length]!,
          body: {
            placeId: placeIds[n % placeIds.length],
            categoryId,
            itemName: `Dish ${n} of the bench`,
            description: 'Crisp, warm and worth the way.',
            tags: tags.slice(0, 4).map(({ id }) => id),
          },
        }
      }
    },
  },
}

/** Returns a name as someone might write it. Every third one lacks a letter. */
function spelt(names: string[], random: () => number): string {
  const name = names[Math.floor(random() * names.length)]!.slice(0, 60)
  const at = 1 + Math.floor(random() * (name.length - 1))
  return random() < 1 / 3 ? name.slice(0, at) + name.slice(at + 1) : name
}

/** Returns the beginning of a name that someone is typing, at least its first two letters. */
function begun(names: string[], random: () => number): string {
  const name = names[Math.floor(random() * names.length)]!
  return name.slice(0, 2 + Math.floor(random() * 5))
}
