import {
  defaultDistance,
  distanceOptions,
  type DistanceOption,
} from '#domain/position/distances.ts'
import { type Point, roundPoint } from '#domain/position/miles.ts'
import type { ChosenCity } from '#features/places/chosen.ts'
import type { Input } from '#platform/contract/wire.ts'

/** The filters and the order of a list. */
export type Filters = {
  /** Price levels, 1 to 4. Dishes with any of them pass; empty for all. */
  prices: number[]
  openNow: boolean
  tags: number[]
  order: 'best' | 'trending'
}

/** What a listing page shows. All of it is in the page's address. */
export type ListingQuery = Filters & { point: Point | null; distanceMiles: DistanceOption }

export const emptyFilters: Filters = { prices: [], openNow: false, tags: [], order: 'best' }

/** Reads the question in an address. Invalid values are ignored. */
export function parseListingQuery(params: URLSearchParams): ListingQuery {
  const distance = Number(params.get('distanceMiles'))
  return {
    point: readPoint(params),
    distanceMiles: distanceOptions.find((option) => option === distance) ?? defaultDistance,
    prices: numbersOf(params, 'price', 4).toSorted((a, b) => a - b),
    openNow: params.get('open') === 'now',
    tags: numbersOf(params, 'tags', 151),
    order: params.get('sort') === 'trending' ? 'trending' : 'best',
  }
}

const numbersOf = (params: URLSearchParams, key: string, most: number) =>
  [...new Set((params.get(key) ?? '').split(',').map(Number))].filter(
    (id) => Number.isInteger(id) && id >= 1 && id <= most,
  )

function readPoint(params: URLSearchParams): Point | null {
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
    Number.parseFloat(params.get(name) ?? ''),
  ) as [number, number]
  const real = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return real ? roundPoint({ latitude, longitude }) : null
}

/**
 * Returns the query of an address, with its keys always in this order:
 * `?latitude=44.98&longitude=-93.264&distanceMiles=20&price=1,2&open=now&tags=35,36&sort=trending`.
 */
export function listingQueryString({ point, distanceMiles, ...filters }: ListingQuery): string {
  const parts = point
    ? [
        `latitude=${point.latitude}`,
        `longitude=${point.longitude}`,
        `distanceMiles=${distanceMiles}`,
      ]
    : []
  return queryOf([...parts, ...filterKeys(filters)])
}

/** Returns the query of a city's page, without the point because the path names the city. */
export const cityQueryString = ({ distanceMiles, ...filters }: ListingQuery) =>
  queryOf([
    ...(distanceMiles === defaultDistance ? [] : [`distanceMiles=${distanceMiles}`]),
    ...filterKeys(filters),
  ])

const queryOf = (parts: string[]) => (parts.length > 0 ? `?${parts.join('&')}` : '')

/** Returns the filters as they are in the address and in the call. Default values are left out. */
export const filterEntries = ({ prices, openNow, tags, order }: Filters): [string, string][] => [
  ...entry('price', prices.join(',')),
  ...entry('open', openNow && 'now'),
  ...entry('tags', tags.join(',')),
  ...entry('sort', order === 'trending' && order),
]
const entry = (key: string, value: string | false): [string, string][] =>
  value ? [[key, value]] : []

const filterKeys = (filters: Filters) => filterEntries(filters).map((entry) => entry.join('='))

/** Returns a page's question as input of `GET /yolos`. */
export const listYolosInput = (
  category: number,
  { point, distanceMiles, ...filters }: ListingQuery,
): Input<'GET /yolos'> => ({
  category,
  ...point,
  distanceMiles,
  ...(Object.fromEntries(filterEntries(filters)) as Partial<Input<'GET /yolos'>>),
})

/** Returns the filters that also apply to counts of tags, as input of `GET /tags`. */
export const tagCountsInput = ({ prices, openNow }: Filters): Partial<Input<'GET /tags'>> =>
  Object.fromEntries(filterEntries({ ...emptyFilters, prices, openNow }))

/**
 * Returns the number of filters in use: each price, each tag, 'open now', and an order other than 'best'. The distance
 * doesn't count.
 */
export const countFilters = ({ prices, openNow, tags, order }: Filters) =>
  prices.length + tags.length + (openNow ? 1 : 0) + (order === 'trending' ? 1 : 0)

/** Returns whether filters, an order other than 'best' or a distance other than the default are in use. */
export const hasActiveFilters = (question: ListingQuery) =>
  countFilters(question) > 0 ||
  (question.point !== null && question.distanceMiles !== defaultDistance)

/** A further page of one of the lists. `from` is the number of dishes before it. */
export type ListPageParams = { list: 'nearBy' | 'top'; cursor: string; from: number }

export const listPageKeys = ['list', 'cursor', 'from']

export function readListPageParams(params: URLSearchParams): ListPageParams | null {
  const [list, cursor, from] = listPageKeys.map((name) => params.get(name) ?? '')
  if (!cursor || (list !== 'nearBy' && list !== 'top')) return null
  return { list, cursor, from: /^\d{1,5}$/.test(from!) ? Number(from) : 0 }
}

/**
 * Returns the query of a listing page without values that the page ignores, and with the others as links write them, so
 * that addresses of the same page are the same.
 */
export function readableListingQuery(params: URLSearchParams): URLSearchParams {
  const { point, distanceMiles, ...filters } = parseListingQuery(params)
  const read = new URLSearchParams({
    ...(point && { latitude: `${point.latitude}`, longitude: `${point.longitude}` }),
    ...(distanceMiles !== defaultDistance && { distanceMiles: `${distanceMiles}` }),
    ...Object.fromEntries(filterEntries(filters)),
    ...(params.get('filter') && { filter: 'open' }),
    ...(params.get('view') === 'map' && { view: 'map' }),
  })
  const page = readListPageParams(params)
  for (const [key, value] of Object.entries(page ?? {})) read.set(key, `${value}`)
  for (const key of ['category', 'city'])
    for (const value of params.getAll(key)) read.append(key, value)
  return read
}

/** Returns the address of a category's page near this place, within this distance. */
export const categoryPath = (
  slug: string,
  place: ChosenCity | null,
  distanceMiles: DistanceOption,
) =>
  `/${slug}${listingQueryString({ ...emptyFilters, point: place && roundPoint(place), distanceMiles })}`

export const isSamePoint = (a: Point | null, b: Point | null) =>
  a === b || (!!a && !!b && a.latitude === b.latitude && a.longitude === b.longitude)

/** Returns a city's name without ', US': 'Minneapolis, MN'. Names in other countries include the country. */
export const cityNameWithoutUs = (name: string) => name.replace(/, US$/, '')

export const cityNameWithoutRegion = (name: string) => name.split(',')[0] ?? name
