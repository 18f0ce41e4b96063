import { quota } from '#domain/quota.ts'
import {
  categoryBySlug,
  type CategoryId,
  type CategorySlug,
} from '#domain/vocabulary/categories.ts'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { cities, type DemoDish, type DemoRestaurant } from './cities.ts'
import { guests } from './members.data.ts'
import { people, sockPuppets, type Random } from './people.ts'
import { reasons, remarks } from './reasons.data.ts'

export type Dish = {
  id: number
  /** Index of the restaurant among all cities' restaurants. */
  place: number
  city: number
  restaurant: DemoRestaurant
  slug: CategorySlug
  category: CategoryId
  name: string
  tags: number[]
  why: string | undefined
  /** Share of the members nearby who like it. */
  appeal: number
}
type Ago = (days: number) => Date

export function inventDishes(random: Random): Dish[] {
  const dishes = cities.flatMap(({ restaurants }, city) =>
    restaurants.flatMap((restaurant) =>
      (Object.entries(restaurant.menu) as [CategorySlug, DemoDish[]][]).flatMap(([slug, menu]) =>
        menu.map(({ name, tags = [], why }) => {
          const category = categoryBySlug(slug).id
          const appeal = (why ? 0.2 : 0) + 0.8 * random() ** 2
          const tagIds = tags.map((tag) => tagId(category, tag))
          return { city, restaurant, slug, category, name, tags: tagIds, why, appeal }
        }),
      ),
    ),
  )
  const places = cities.flatMap(({ restaurants }) => restaurants)
  return dishes.map((dish, index) => ({
    ...dish,
    id: index + 1,
    place: places.indexOf(dish.restaurant),
  }))
}

function tagId(category: CategoryId, name: string): number {
  // Fast-food tags list chains before kinds, and the demo's restaurants belong to no chain.
  const tag = tagsOf(category).findLast((tag) => tag.name === name)
  if (!tag) throw new Error(`The demo has a tag '${name}' that category ${category} lacks.`)
  return tag.id
}

/** Saves each dish for one to nine members of its city, mostly early ones. User 20 saves a few for guests. */
export function inventYolos(random: Random, dishes: Dish[], ago: Ago) {
  const used = new Map<string, number>()
  const yolos = dishes.flatMap((dish) => {
    const slotOf = (id: number) => (used.get(`${id} ${dish.category}`) ?? 0) + 1
    return people
      .filter(({ id, city }) => city === dish.city && slotOf(id) <= quota)
      .map((person, index) => ({ person, turn: random() * (1 + index / 30) }))
      .sort((a, b) => a.turn - b.turn)
      .slice(0, 1 + Math.floor(9 * dish.appeal))
      .map(({ person: { id, joined } }, index) => {
        const slot = slotOf(id)
        used.set(`${id} ${dish.category}`, slot)
        // Cards show the newest reason, so the dish's own is new.
        const since = index === 0 ? Math.min(joined, 3) * random() : joined * random()
        return { user_id: id, dish, slot, shown_name: null, since }
      })
  })
  const forGuests = guests.map((shown_name, index) => ({
    user_id: specialUserId,
    dish: dishes[index * 75]!,
    slot: null,
    shown_name,
    since: 10 + index,
  }))
  return [...yolos, ...forGuests].map(({ dish, since, ...yolo }, index, all) => ({
    ...yolo,
    item_id: dish.id,
    category_id: dish.category,
    tags: dish.tags,
    description: (all[index - 1]?.dish !== dish && dish.why) || reasonFor(dish, index),
    created_at: ago(since),
  }))
}

/** Returns a reason that fits any dish of the category, sometimes with a remark; for every third yolo nothing. */
function reasonFor({ slug, restaurant: { name, area } }: Dish, index: number): string {
  if (index % 3 === 2) return ''
  const texts = reasons[slug]
  const remark = index % 4 === 0 ? ` ${remarks[index % remarks.length]}` : ''
  return `${texts[index % texts.length]}${remark}`
    .replaceAll('{place}', name)
    .replaceAll('{area}', area)
}

type Saved = { user_id: number; item_id: number }

/** Members vote for dishes of their city, seldom for others, and never for their own favorites. */
export function inventVotes(random: Random, dishes: Dish[], yolos: Saved[], ago: Ago) {
  const own = new Set(yolos.map(({ user_id, item_id }) => `${user_id} ${item_id}`))
  const votes = dishes.flatMap(({ id, city, appeal }) =>
    people
      .filter((person, index) => {
        const chance = appeal * (1 - index / 600) * (person.city === city ? 1 : 0.05)
        return random() < chance && !own.has(`${person.id} ${id}`)
      })
      .map((person) => ({
        user_id: person.id,
        item_id: id,
        created_at: ago(person.joined * random()),
      })),
  )
  const promoted = dishes.find(({ slug, city }) => slug === 'sides' && city === 0)!
  const bought = sockPuppets.map(({ id, joined }) => ({
    user_id: id,
    item_id: promoted.id,
    created_at: ago(joined - 0.0001),
  }))
  return [...votes, ...bought]
}
