/** Tags are named as in domain/vocabulary/tags.data.ts, with commas between; `why` is the first reason. */
export type DemoDish = readonly [name: string, tags?: string, why?: string]

export type DemoRestaurant = {
  name: string
  /** The neighbourhood: what members call the place where it is. */
  area: string
  address: string
  at: readonly [latitude: number, longitude: number]
  price: 1 | 2 | 3 | 4
  hours: HoursPattern
  /** What nobody has told us yet: pages must look right without it. */
  without?: ReadonlyArray<'phone' | 'website' | 'hours' | 'price'>
  /** Dishes by the category's slug. */
  menu: Readonly<Record<string, readonly DemoDish[]>>
}

export type DemoCity = {
  /** The city's label in the gazetteer. */
  name: string
  centre: readonly [latitude: number, longitude: number]
  areaCode: number
  restaurants: readonly DemoRestaurant[]
}

export type HoursPattern =
  | 'bakery'
  | 'cafe'
  | 'diner'
  | 'lunch'
  | 'split'
  | 'dinner'
  | 'bar'
  | 'late'
  | 'allday'
  | 'fast'
  | 'weekdays'
  | 'always'
