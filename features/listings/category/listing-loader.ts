import type { Card } from '#features/items/contract.ts'
import type { Category, CategoryId } from '#domain/vocabulary/categories.ts'
import { roundPoint } from '#features/places/rounded.ts'
import type { Input, Output } from '#platform/contract/wire.ts'
import { loadPageOrFirst } from '#platform/web/api/page-or-first.ts'
import { session } from '#platform/web/session/session.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { data } from 'react-router'
import {
  listYolosInput,
  countFilters,
  listPageKeys,
  readListPageParams,
  parseListingQuery,
  tagCountsInput,
  type ListingQuery,
} from '../question.ts'
import { loadFewDishesExtras, noExtras, type FewDishesExtras } from './few-dishes.ts'
import { redirectToTypedCity } from './typed-city.ts'
import type { RelaxedFilter } from './relaxed-filters.ts'

export type CityLink = { name: string; slug: string }

export type Listing = FewDishesExtras & {
  /** The first of `categories`. */
  category: CategoryId
  /** One category, or on /categories one or more. */
  categories: CategoryId[]
  question: ListingQuery
  /** The city that the address names, or else the one nearest to the point. */
  spot: CityLink | null
  /** True on a city's page: the path names the city, and the query has no point. */
  cityPage: boolean
  /** The city name in the query, if no city has that name. */
  unknownCity: string | null
  /** True if the address opens the filter, for visitors who can’t open it with scripts. */
  filterOpen: boolean
  /** True if the address shows the map next to the list. */
  map: boolean
  /** Number of dishes nearby with each tag. Null unless the server renders the filter open. */
  tagCounts: Output<'GET /tags'> | null
  /** Number of dishes that precede the requested page in its list. */
  from: number
  /** Id of the member whose marks the cards have. Null if they are a visitor's cards. */
  viewer: number | null
  nearBy: Card[]
  top: Card[]
  nearByCursor: string | null
  topCursor: string | null
  /** If nothing is found: changes of the filters that find dishes. */
  relaxed: RelaxedFilter[]
  /** Error message if the lists couldn't be loaded. The page around them still works. */
  error: string | null
}

const nothing = { nearBy: [], top: [], nearByCursor: null, topCursor: null, relaxed: [] }

type Screen = { citySlug?: string; beside?: Category[] }
type Args = Pick<LoaderArgs, 'api' | 'url'>

/** Loads the lists of a category for this address, on the server or in the browser. */
export async function loadListing(
  args: Args,
  category: Category,
  { citySlug, beside = [] }: Screen = {},
): Promise<Listing> {
  const { api, url } = args
  const read = parseListingQuery(url.searchParams)
  const city = citySlug ? await api('GET /cities/:slug', { slug: citySlug }) : null
  const question = city ? { ...read, point: roundPoint(city) } : read
  const unknownCity = await redirectToTypedCity({ api, url, category, question, city })
  const categories = [category, ...beside]
  const listing: Listing = {
    ...nothing,
    ...noExtras,
    category: category.id,
    categories: categories.map(({ id }) => id),
    question,
    spot: spotOf(city),
    cityPage: city !== null,
    unknownCity,
    filterOpen: url.searchParams.has('filter'),
    map: url.searchParams.get('view') === 'map',
    tagCounts: await countsOf(args, question, categories),
    from: 0,
    viewer: session().id,
    error: null,
  }
  const { point } = question
  const [lists, nearest] = await Promise.allSettled([
    loadLists(args, listing),
    point && !city ? api('GET /places/nearest-city', point) : null,
  ])
  // A point in the middle of the sea has no city, but still has a list.
  if (nearest.status === 'fulfilled') listing.spot ??= spotOf(nearest.value)
  return lists.status === 'fulfilled'
    ? { ...listing, ...lists.value }
    : withError(listing, lists.reason)
}

const spotOf = (city: CityLink | null): CityLink | null =>
  city && { name: city.name, slug: city.slug }

async function loadLists({ api, url }: Args, listing: Listing) {
  const { categories, question } = listing
  const page = readListPageParams(url.searchParams)
  const answer = await loadPageOrFirst(
    { url, keys: listPageKeys },
    page,
    (page) =>
      api('GET /yolos', {
        ...listYolosInput(categories, question),
        ...(page && { list: page.list, cursor: page.cursor }),
      }),
    ({ nearBy, top }) => nearBy.length + top.length === 0,
  )
  const { nearBy, top } = answer
  const isEmpty =
    !page && countFilters(question) > 0 && (question.point ? nearBy : top).length === 0
  const relaxed = isEmpty
    ? await (await import('./relaxed-filters.ts')).relaxedFilters(api, { categories, question })
    : []
  const extras = page ? noExtras : await loadFewDishesExtras(api, listing, answer)
  const drawn = import.meta.env.SSR && { nearBy: nearBy.map(asDrawn), top: top.map(asDrawn) }
  return { ...answer, ...drawn, ...extras, relaxed, from: page?.from ?? 0 }
}

/** Returns the page with the error's message in place of its lists, and with the error's status. */
function withError(listing: Listing, reason: unknown): Listing {
  if (reason instanceof Response) throw reason
  const { status, message } = reason as { status?: unknown; message?: unknown }
  if (typeof status !== 'number') throw reason
  const error = (typeof message === 'string' && message) || 'Failed to load'
  return data({ ...listing, error }, { status: status || 503 }) as unknown as Listing
}

/**
 * Loads the tag counts for visitors without scripts. With scripts, the browser loads them when the filter is opened.
 */
async function countsOf({ api, url }: Args, question: ListingQuery, categories: Category[]) {
  const { point, distanceMiles } = question
  if (!import.meta.env.SSR || !url.searchParams.has('filter') || !point) return null
  const near = { ...point, distanceMiles, ...tagCountsInput(question) }
  const ask = ({ id }: Category) => api('GET /tags', { category: id, ...near })
  return (await Promise.all(categories.map(ask)).catch(() => [])).flat()
}

/** Removes the fields that a card doesn't show, because a rendered page contains its cards a second time as data. */
const asDrawn = (card: Card): Card => ({
  ...card,
  name: '',
  yolos: card.yolos.map((yolo) => ({ ...yolo, yoloTags: [], createdAt: '' })),
})

/** Returns the input of the call that loads the next cards of one of the lists. */
export const nextPageInput = (
  { categories, question }: Listing,
  list: 'nearBy' | 'top',
  cursor: string,
): Input<'GET /yolos'> => ({
  ...listYolosInput(categories, question),
  list,
  cursor,
})
