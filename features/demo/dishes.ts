import {
  categoryBySlug,
  type CategoryId,
  type CategorySlug,
} from '#domain/vocabulary/categories.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { cities, type DemoRestaurant } from './cities/cities.ts'
import { random } from './random.ts'

export type Dish = {
  city: number
  restaurant: DemoRestaurant
  category: CategoryId
  slug: CategorySlug
  name: string
  tags: number[]
  why: string | undefined
  /** 1 is the best liked of its category in its city. */
  rank: number
  /** Days ago somebody said that it is still on the menu. */
  confirmed: number | null
}

/** How often a category's dishes are saved beside others', and about how many votes its best liked has in a city. */
export const demand: Record<CategorySlug, { saves: number; votes: number }> = {
  burgers: { saves: 10, votes: 128 },
  pizza: { saves: 10, votes: 121 },
  coffee: { saves: 9, votes: 109 },
  entree: { saves: 9, votes: 104 },
  breakfast: { saves: 7, votes: 97 },
  handheld: { saves: 8, votes: 101 },
  dessert: { saves: 7, votes: 93 },
  apps: { saves: 5, votes: 72 },
  sides: { saves: 4, votes: 58 },
  'fast-food': { saves: 5, votes: 66 },
  'mixed-drinks': { saves: 4, votes: 61 },
  beer: { saves: 4, votes: 52 },
  wine: { saves: 3, votes: 43 },
  'other-drinks': { saves: 3, votes: 38 },
}

/** All that is on the menus; who has a good word on the card is liked a little more. */
export function dishes(seed: string): Dish[] {
  const dice = random(`${seed} dishes`)
  const all = cities.flatMap(({ restaurants }, city) =>
    restaurants.flatMap((restaurant) =>
      menusOf(restaurant).flatMap(({ id: category, slug, menu }) =>
        menu.map(({ name, tags, why }) => {
          const dish = { city, restaurant, category, slug, name, tags: tagIds(category, tags), why }
          return { dish, appeal: dice.skewed(0.9) + (why ? 0.6 : 0) }
        }),
      ),
    ),
  )
  const confirmations = random(`${seed} confirmed`)
  const ranks = new Map<string, number>()
  return all
    .sort((a, b) => b.appeal - a.appeal)
    .map(({ dish }) => {
      const list = `${dish.city} ${dish.category}`
      const rank = (ranks.get(list) ?? 0) + 1
      ranks.set(list, rank)
      return {
        ...dish,
        rank,
        confirmed: confirmations.chance(0.4) ? confirmations.between(0.2, 40) : null,
      }
    })
}

/** In the order of the restaurant's own menu. */
const menusOf = ({ menu }: DemoRestaurant) =>
  (Object.keys(menu) as CategorySlug[]).map((slug) => ({
    id: categoryBySlug(slug).id,
    slug,
    menu: menu[slug] ?? [],
  }))

const tagIds = (category: CategoryId, names: string[]) =>
  names.map((name) => {
    // Fast food: the kinds stand after the chains, and the demo's places belong to no chain.
    const tag = tagsOf(category).findLast((tag) => tag.name === name)
    if (!tag) throw new Error(`The demo has a tag '${name}' that category ${category} lacks.`)
    return tag.id
  })
