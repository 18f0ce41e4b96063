import type { Point } from '../../domain/position/miles.ts'
import { tagsOf } from '../../domain/vocabulary/tags.data.ts'
import { nameKey } from '../../features/items/names.ts'
import { foldText } from '../../features/places/fold.ts'
import {
  type Gazetteer,
  locationColumns,
} from '../../features/places/gazetteer/gazetteer.server.ts'
import { pointIn, someCity, zipf, type City, type Random } from '../centres.ts'
import type { Rows } from './copy.ts'
import { year } from './members.ts'

/** IDs of the categories, those with the most dishes first. */
export const popular = [3, 2, 1, 6, 4, 13, 5, 7, 12, 10, 8, 9, 11, 14]
/**
 * Exponent of Zipf's law for dishes per category. It is low, because a member has three slots in each category, so that
 * no category is far ahead of the others.
 */
const flat = 0.5

export type Place = Point & { name: string; city: number }

export const makeRestaurants = (count: number, cities: City[], random: Random): Place[] =>
  Array.from({ length: count }, (_, n) => {
    const city = someCity(cities, random)
    const point = pointIn(cities[city]!.centre, random)
    const name = `${pick(colours, random)} ${pick(houses, random)} ${n}`
    return { ...point, name, city }
  })

const colours =
  'Golden Little Blue Old Happy Green Silver Lucky Corner Royal Wild Sunny Copper North'.split(' ')
const houses =
  'Fork Kitchen Table Grill Diner Oven Garden Spoon House Tavern Noodle Bakery Smokehouse Cantina'.split(
    ' ',
  )
const manners =
  'Smoky Crispy Spicy Classic Double Grilled Roasted Fresh Sweet Tangy Charred Creamy Golden House Slow Stuffed'.split(
    ' ',
  )
const drinks: Record<number, string[]> = {
  8: ['Red wine', 'White wine', 'Rosé', 'Sparkling wine'],
  9: ['Margarita', 'Old Fashioned', 'Mojito', 'Negroni'],
  10: ['Lager', 'Pale ale', 'Stout', 'Wheat beer'],
  11: ['Latte', 'Espresso', 'Cold brew', 'Cappuccino'],
  12: ['Lemonade', 'Iced tea', 'Horchata', 'Smoothie'],
}
const pick = <T>(list: readonly T[], random: Random) => list[Math.floor(random() * list.length)]!

/** Dishes in the order in which they are made. Their IDs follow the day of their first favorite instead. */
export type Dishes = {
  count: number
  restaurant: Uint32Array
  category: Uint8Array
  name: string[]
  /** Indexes of the dishes in each city. */
  of: number[][]
}

export function makeDishes(count: number, places: Place[], cities: City[], random: Random): Dishes {
  const dishes: Dishes = {
    count,
    restaurant: new Uint32Array(count),
    category: new Uint8Array(count),
    name: [],
    of: cities.map(() => []),
  }
  const mean = count / places.length
  let restaurant = 0
  let left = 0
  let taken = new Set<string>()
  for (let n = 0; n < count; n++) {
    if (left === 0) {
      restaurant = (restaurant + (n === 0 ? 0 : 1)) % places.length
      left = 1 + Math.round(-Math.log(1 - random()) * (mean - 1))
      taken = new Set()
    }
    left--
    const category = popular[zipf(popular.length, random, flat)]!
    const kinds = drinks[category] ?? tagsOf(category).map(({ name }) => name)
    let name = `${pick(manners, random)} ${pick(kinds, random)}`
    // Make names unique within a restaurant, and in case the list of restaurants starts over.
    if (taken.has(`${category} ${name}`) || n >= count * 0.9) name += ` ${n}`
    taken.add(`${category} ${name}`)
    dishes.restaurant[n] = restaurant
    dishes.category[n] = category
    dishes.name.push(name)
    dishes.of[places[restaurant]!.city]!.push(n)
  }
  return dishes
}

const priceOf = (restaurant: number) => 1 + (restaurant % 4)

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * Returns a restaurant's opening hours, or null for every fifth restaurant. The others open in the morning for eight to
 * ten hours.
 */
function weekOf(restaurant: number) {
  if (restaurant % 5 === 0) return null
  const opens = 7 + (restaurant % 6)
  const closes = opens + 8 + (restaurant % 3)
  const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return {
    hours: JSON.stringify(
      days.map((day) => ({ day, openTime: two(opens), closeTime: two(closes), closed: false })),
    ),
    minutes: `{${days.map((_, n) => `[${n * 1440 + opens * 60},${n * 1440 + closes * 60})`).join(',')}}`,
  }
}

export const restaurantColumns = [
  'id',
  'place_id',
  'name',
  'name_key',
  'address',
  'latitude',
  'longitude',
  'cell5',
  'cell7',
  'city_id',
  'city_label',
  'city_slug',
  'time_zone',
  'price_level',
  'opening_hours',
  'source',
  'created_at',
]

export function* restaurantRows(
  places: Place[],
  located: ReturnType<typeof locationColumns>[],
  now: number,
): Rows {
  for (const [n, { name }] of places.entries()) {
    const at = located[n]!
    yield [
      n + 1,
      `bench:${n + 1}`,
      name,
      foldText(name),
      `${100 + (n % 900)} Bench Street`,
      at.latitude,
      at.longitude,
      at.cell5,
      at.cell7,
      at.city_id,
      at.city_label,
      at.city_slug,
      at.time_zone,
      priceOf(n),
      weekOf(n)?.hours ?? null,
      'bench',
      new Date(now - year),
    ]
  }
}

export const locatedAll = (gazetteer: Gazetteer, places: Place[]) =>
  places.map((place) => locationColumns(gazetteer, place))

export const itemColumns = [
  'id',
  'restaurant_id',
  'category_id',
  'name',
  'name_key',
  'latitude',
  'longitude',
  'cell5',
  'vote_count',
  'yolo_count',
  'newest_yolo_at',
  'counted_yolos',
  'newest_counted_at',
  'tags',
  'price_level',
  'open_minutes',
  'time_zone',
  'trending',
  'created_at',
]

/** Counts as the triggers for favorites, tags and votes would have written them. */
export type Counted = {
  order: Uint32Array
  votes: Uint32Array
  /** Number of votes and favorites of this week. */
  trending: Uint32Array
  yolos: Uint32Array
  countedYolos: Uint32Array
  newest: Float64Array
  newestCounted: Float64Array
  created: Float64Array
  tags: (number[] | undefined)[]
}

export function* itemRows(
  dishes: Dishes,
  located: ReturnType<typeof locationColumns>[],
  counted: Counted,
): Rows {
  for (const [place, dish] of counted.order.entries()) {
    const at = located[dishes.restaurant[dish]!]!
    const name = dishes.name[dish]!
    const newest = counted.newest[dish]!
    yield [
      place + 1,
      dishes.restaurant[dish]! + 1,
      dishes.category[dish],
      name,
      nameKey(name),
      at.latitude,
      at.longitude,
      at.cell5,
      counted.votes[dish],
      counted.yolos[dish],
      newest > 0 ? new Date(newest) : null,
      counted.countedYolos[dish],
      new Date(counted.newestCounted[dish]!),
      counted.tags[dish]?.sort((a, b) => a - b) ?? [],
      priceOf(dishes.restaurant[dish]!),
      weekOf(dishes.restaurant[dish]!)?.minutes ?? null,
      weekOf(dishes.restaurant[dish]!) && at.time_zone,
      counted.trending[dish],
      new Date(counted.created[dish]!),
    ]
  }
}
