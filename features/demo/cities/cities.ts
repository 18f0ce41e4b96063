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

/** Latitude, longitude. */
const point = z.tuple([z.number(), z.number()])

const dish = z.strictObject({
  name: z.string(),
  /** Named as in domain/vocabulary/tags.data.ts. */
  tags: z.array(z.string()).default([]),
  /** The first reason to like it. */
  why: z.string().optional(),
})

const restaurant = z.strictObject({
  name: z.string(),
  /** The neighbourhood: what members call the place where it is. */
  area: z.string(),
  address: z.string(),
  at: point,
  price: z.literal([1, 2, 3, 4]),
  hours: hoursPatterns,
  /** What nobody has told us yet: pages must look right without it. */
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

/** Invented restaurants on real streets; house numbers, phones and websites lead nowhere. */
export const cities: readonly DemoCity[] = [minneapolis, losAngeles, newYork].map((json) =>
  city.parse(json),
)
