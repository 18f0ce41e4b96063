import {
  categoryBySlug,
  type CategoryId,
  type CategorySlug,
} from '#domain/vocabulary/categories.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { cities, type DemoRestaurant } from './cities/cities.ts'
import { seededRandom } from './random.ts'

export type Dish = {
  city: number
  restaurant: DemoRestaurant
  category: CategoryId
  slug: CategorySlug
  name: string
  tags: number[]
  why: string | undefined
  /** Rank among the dishes of its category and city. 1 is the most popular. */
  rank: number
  /** Days since a member last confirmed that it is on the menu. Null if nobody has. */
  confirmed: number | null
}

/**
 * For each category: `saves` is how often its dishes are saved compared with others, and `votes` is about how many
 * votes its most popular dish has in a city.
 */
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

/** Returns all dishes of the menus. Dishes with a `why` tend to rank a little higher. */
export function generateDishes(seed: string): Dish[] {
  const dice = seededRandom(`${seed} dishes`)
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
  const confirmations = seededRandom(`${seed} confirmed`)
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

/** Returns the categories of a restaurant's menu with their dishes, in the menu's order. */
const menusOf = ({ menu }: DemoRestaurant) =>
  (Object.keys(menu) as CategorySlug[]).map((slug) => ({
    id: categoryBySlug(slug).id,
    slug,
    menu: menu[slug] ?? [],
  }))

const tagIds = (category: CategoryId, names: string[]) =>
  names.map((name) => {
    // Fast-food tags list chains before kinds. findLast prefers the kind, because the demo's restaurants belong to no
    // chain.
    const tag = tagsOf(category).findLast((tag) => tag.name === name)
    if (!tag) throw new Error(`The demo has a tag '${name}' that category ${category} lacks.`)
    return tag.id
  })
