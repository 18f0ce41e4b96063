import type { CategorySlug } from '#domain/vocabulary/categories.ts'
import losAngeles from './cities/los-angeles.json' with { type: 'json' }
import minneapolis from './cities/minneapolis.json' with { type: 'json' }
import newYork from './cities/new-york.json' with { type: 'json' }

export type DemoDish = {
  name: string
  /** Names of tags from domain/vocabulary/tags.data.ts. */
  tags?: string[]
  /** A reason to like the dish, written for it alone. */
  why?: string
}

export type DemoRestaurant = {
  name: string
  /** The neighborhood, by the name that members use. */
  area: string
  address: string
  at: [latitude: number, longitude: number]
  price: number
  /** A key of `hours`. */
  hours: string
  /** Facts that this restaurant lacks, to show that pages look right without them. */
  without?: string[]
  menu: Partial<Record<CategorySlug, DemoDish[]>>
}

export type DemoCity = {
  /** The city's label in the gazetteer. */
  name: string
  center: [latitude: number, longitude: number]
  areaCode: number
  restaurants: DemoRestaurant[]
}

/** Invented restaurants on real streets. Their house numbers, phones and websites aren't real. */
export const cities = [minneapolis, losAngeles, newYork] as unknown as readonly DemoCity[]
