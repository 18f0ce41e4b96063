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

/** What is asked one at a time, and its p99 in milliseconds at most (scaled). */
export const timedQuestions: Record<
  string,
  {
    most: number
    next(known: Known): () => Request
    /** Votes go on meanwhile. */
    isWritten?: boolean
  }
> = {
  // Ever new points, three tags, the widest distance, the densest city.
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
  // Half of them dishes, half restaurants, as typed or with a letter missing, near someone.
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
  // Each saves three new dishes in each category before anyone’s quota is met.
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

/** A name as someone may write it: every third lacks a letter. */
function spelt(names: string[], random: () => number): string {
  const name = names[Math.floor(random() * names.length)]!.slice(0, 60)
  const at = 1 + Math.floor(random() * (name.length - 1))
  return random() < 1 / 3 ? name.slice(0, at) + name.slice(at + 1) : name
}

/** What someone has typed of a name: its first two letters or more. */
function begun(names: string[], random: () => number): string {
  const name = names[Math.floor(random() * names.length)]!
  return name.slice(0, 2 + Math.floor(random() * 5))
}
