import { defaultDistance, distances, type Distance } from '#domain/distances.ts'
import type { Point } from '#domain/miles.ts'
import type { Place } from '#features/places/chosen.ts'
import { rounded } from '#features/places/rounded.ts'
import type { Input } from '#platform/contract/wire.ts'

/** What narrows and orders a list besides its place. */
export type Filters = {
  /** Price levels, 1 to 4; any of them. */
  prices: number[]
  openNow: boolean
  tags: number[]
  order: 'best' | 'trending'
}

/** What a listing page asks for: all of it is in its address. */
export type Question = Filters & { point: Point | null; distanceMiles: Distance }

export const unfiltered: Filters = { prices: [], openNow: false, tags: [], order: 'best' }

/** Reads an address; what makes no sense in it is as if it weren't there. */
export function readQuestion(params: URLSearchParams): Question {
  const distance = Number(params.get('distanceMiles'))
  return {
    point: readPoint(params),
    distanceMiles: distances.find((one) => one === distance) ?? defaultDistance,
    prices: numbersOf(params, 'price', 4).toSorted((a, b) => a - b),
    openNow: params.get('open') === 'now',
    tags: numbersOf(params, 'tags', 151),
    order: params.get('sort') === 'trending' ? 'trending' : 'best',
  }
}

const numbersOf = (params: URLSearchParams, key: string, most: number) =>
  [...new Set((params.get(key) ?? '').split(',').map(Number))].filter(
    (one) => Number.isInteger(one) && one >= 1 && one <= most,
  )

function readPoint(params: URLSearchParams): Point | null {
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
    Number.parseFloat(params.get(name) ?? ''),
  ) as [number, number]
  const real = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return real ? rounded({ latitude, longitude }) : null
}

/** `?latitude=44.98&longitude=-93.264&distanceMiles=20&price=1,2&open=now&tags=35,36&sort=trending`, always in this order. */
export function searchOf({ point, distanceMiles, ...filters }: Question): string {
  const parts = point
    ? [
        `latitude=${point.latitude}`,
        `longitude=${point.longitude}`,
        `distanceMiles=${distanceMiles}`,
      ]
    : []
  return queryOf([...parts, ...filterKeys(filters)])
}

/** On a city's page the path says where. */
export const withoutPoint = ({ distanceMiles, ...filters }: Question) =>
  queryOf([
    ...(distanceMiles === defaultDistance ? [] : [`distanceMiles=${distanceMiles}`]),
    ...filterKeys(filters),
  ])

const queryOf = (parts: string[]) => (parts.length > 0 ? `?${parts.join('&')}` : '')

/** As the address and the call say it; what is as usual isn't said. */
export const filterEntries = ({ prices, openNow, tags, order }: Filters): [string, string][] => [
  ...entry('price', prices.join(',')),
  ...entry('open', openNow && 'now'),
  ...entry('tags', tags.join(',')),
  ...entry('sort', order === 'trending' && order),
]
const entry = (key: string, value: string | false): [string, string][] =>
  value ? [[key, value]] : []

const filterKeys = (filters: Filters) => filterEntries(filters).map((entry) => entry.join('='))

/** A page's question as the call takes it. */
export const callInput = (
  categories: number[],
  { point, distanceMiles, ...filters }: Question,
): Input<'GET /yolos'> => ({
  category: categories.length === 1 ? categories[0]! : categories.join(','),
  ...point,
  distanceMiles,
  ...(Object.fromEntries(filterEntries(filters)) as Partial<Input<'GET /yolos'>>),
})

/** How many things a list is narrowed or ordered by, its distance aside. */
export const countOf = ({ prices, openNow, tags, order }: Filters) =>
  prices.length + tags.length + (openNow ? 1 : 0) + (order === 'trending' ? 1 : 0)

/** Less than the whole list of its place, or in another order. */
export const isNarrowed = (question: Question) =>
  countOf(question) > 0 || (question.point !== null && question.distanceMiles !== defaultDistance)

/** One further page of one of the lists, and how many of it come before. */
export type FurtherPage = { list: 'nearBy' | 'top'; cursor: string; from: number }

export function readPage(params: URLSearchParams): FurtherPage | null {
  const [list, cursor, from] = ['list', 'cursor', 'from'].map((name) => params.get(name) ?? '')
  if (!cursor || (list !== 'nearBy' && list !== 'top')) return null
  return { list, cursor, from: /^\d{1,5}$/.test(from!) ? Number(from) : 0 }
}

/** A category's page as this visitor wants it: near their place, as far as they go. */
export const categoryAddress = (slug: string, place: Place | null, distanceMiles: Distance) =>
  `/${slug}${searchOf({ ...unfiltered, point: place && rounded(place), distanceMiles })}`

export const samePoint = (a: Point | null, b: Point | null) =>
  a === b || (!!a && !!b && a.latitude === b.latitude && a.longitude === b.longitude)

/** 'Minneapolis, MN' to people at home; the country where it isn't the obvious one. */
export const shortName = (name: string) => name.replace(/, US$/, '')

export const cityOnly = (name: string) => name.split(',')[0] ?? name
