import { z } from 'zod'
import { categorySlugs } from '#domain/vocabulary/categories.ts'
import losAngeles from './los-angeles.json' with { type: 'json' }
import minneapolis from './minneapolis.json' with { type: 'json' }
import newYork from './new-york.json' with { type: 'json' }

const hoursPatterns = z.enum([
  'bakery',
  'cafe',
  'diner',
  'lunch',
  'split',
  'dinner',
  'bar',
  'late',
  'allday',
  'fast',
  'weekdays',
  'always',
])

/** Latitude and longitude, in degrees. */
const point = z.tuple([z.number(), z.number()])

const dish = z.strictObject({
  name: z.string(),
  /** Names of tags from domain/vocabulary/tags.data.ts. */
  tags: z.array(z.string()).default([]),
  /** A reason to like the dish, written for it alone. */
  why: z.string().optional(),
})

const restaurant = z.strictObject({
  name: z.string(),
  /** The neighborhood, by the name that members use. */
  area: z.string(),
  address: z.string(),
  at: point,
  price: z.literal([1, 2, 3, 4]),
  hours: hoursPatterns,
  /** Facts that this restaurant lacks, to show that pages look right without them. */
  without: z.array(z.enum(['phone', 'website', 'hours', 'price'])).default([]),
  menu: z.partialRecord(z.enum(categorySlugs), z.array(dish)),
})

const city = z.strictObject({
  /** The city's label in the gazetteer. */
  name: z.string(),
  centre: point,
  areaCode: z.number(),
  restaurants: z.array(restaurant),
})

export type HoursPattern = z.infer<typeof hoursPatterns>
export type DemoRestaurant = z.infer<typeof restaurant>
export type DemoCity = z.infer<typeof city>

/** Invented restaurants on real streets. Their house numbers, phones and websites aren't real. */
export const cities: readonly DemoCity[] = [minneapolis, losAngeles, newYork].map((json) =>
  city.parse(json),
)
