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
    const tag = tagsOf(category).findLast((one) => one.name === name)
    if (!tag) throw new Error(`The demo has a tag '${name}' that category ${category} lacks.`)
    return tag.id
  })
