import type { Transaction } from 'kysely'
import { nameKey } from '#features/items/names.ts'
import { cellOf } from '#domain/position/distance.ts'
import type { CategorySlug } from '#domain/vocabulary/categories.ts'
import { foldText, slugOf } from '#features/places/fold.ts'
import { type Locate, locator } from '#features/places/location.server.ts'
import { parseOpeningHours } from '#features/places/import/hours.server.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { cities, type DemoRestaurant } from './cities/cities.ts'
import type { Dish } from './dishes.ts'
import { hours } from './hours.data.ts'
import { insertRows } from './rows.server.ts'

const placeId = ({ name }: DemoRestaurant) => `demo:${slugOf(name)}`

const pinOf = ({ at: [latitude, longitude] }: DemoRestaurant) => {
  const point = { latitude, longitude }
  return { ...point, cell5: cellOf(point, 5) }
}

/** Saves the restaurants and their menus. Returns the items' IDs in the order of `menu`. */
export async function saveMenus(
  tx: Transaction<DB>,
  menu: Dish[],
  ago: (days: number) => Date,
): Promise<number[]> {
  const since = ago(200)
  const locate = locator(tx)
  const rows = cities.flatMap(({ areaCode, restaurants }) =>
    restaurants.map(async (restaurant, index) => ({
      ...(await rowOf(restaurant, locate)),
      phone: restaurant.without.includes('phone') ? null : `+1 ${areaCode}-555-${phoneEnd(index)}`,
      opening_hours: restaurant.without.includes('hours')
        ? null
        : parseOpeningHours(hours[restaurant.hours]),
      created_at: since,
    })),
  )
  const saved = await insertRows(tx, 'restaurants', await Promise.all(rows), ['id', 'place_id'])
  const ids = new Map(saved.map(({ id, place_id }) => [place_id, Number(id)]))

  const items = menu.map((dish) => ({
    restaurant_id: ids.get(placeId(dish.restaurant))!,
    category_id: dish.category,
    name: dish.name,
    name_key: nameKey(dish.name),
    ...pinOf(dish.restaurant),
    confirmed_at: dish.confirmed === null ? null : ago(dish.confirmed),
    created_at: since,
  }))
  type Keyed = Record<'restaurant_id' | 'category_id' | 'name_key', string | number>
  const keyOf = (row: Keyed) => `${row.restaurant_id} ${row.category_id} ${row.name_key}`
  const made = await insertRows(tx, 'items', items, [
    'id',
    'restaurant_id',
    'category_id',
    'name_key',
  ])
  const byKey = new Map(made.map((row) => [keyOf(row), Number(row.id)]))
  return items.map((item) => byKey.get(keyOf(item))!)
}

/** The numbers 555-0100 to 555-0199 are reserved for fiction. */
const phoneEnd = (index: number) => `01${String(index).padStart(2, '0')}`

async function rowOf(restaurant: DemoRestaurant, locate: Locate) {
  const lacks = (what: 'website' | 'price') => restaurant.without.includes(what)
  const [latitude, longitude] = restaurant.at
  return {
    place_id: placeId(restaurant),
    name: restaurant.name,
    name_key: foldText(restaurant.name),
    address: restaurant.address,
    ...(await locate({ latitude, longitude })),
    price_level: lacks('price') ? null : restaurant.price,
    website: lacks('website') ? null : `https://example.com/${slugOf(restaurant.name)}`,
    cuisines: cuisinesOf(restaurant),
    source: 'demo',
  }
}

/** The cuisine that a source of places would typically name for a restaurant with dishes of a category. */
const typicalCuisine: Partial<Record<CategorySlug, string>> = {
  pizza: 'pizza',
  burgers: 'burger',
  dessert: 'dessert',
  breakfast: 'breakfast',
  handheld: 'sandwich',
  'fast-food': 'fast_food',
  wine: 'wine_bar',
  'mixed-drinks': 'bar',
  beer: 'pub',
  coffee: 'cafe',
}

function cuisinesOf({ menu }: DemoRestaurant): string[] | null {
  const words = (Object.keys(menu) as CategorySlug[]).flatMap((slug) => typicalCuisine[slug] ?? [])
  return words.length > 0 ? words : null
}
