import { data, redirect } from 'react-router'
import type { Category, CategoryId } from '#domain/vocabulary/categories.ts'
import type { Card, ShownCard } from '#features/items/contract.ts'
import { roundPoint } from '#domain/position/miles.ts'
import type { Output } from '#platform/contract/wire.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { session } from '#platform/web/session/session.ts'
import {
  cityQueryString,
  countFilters,
  listingQueryString,
  listYolosInput,
  parseListingQuery,
  readListPageParams,
  type ListingQuery,
} from '../question.ts'

export type CityLink = { name: string; slug: string }

export type Listing = {
  category: CategoryId
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
  /** Number of dishes that precede the requested page in its list. */
  from: number
  /** Id of the member whose marks the cards have. Null if they are a visitor's cards. */
  viewer: number | null
  nearBy: ShownCard[]
  top: ShownCard[]
  nearByCursor: string | null
  topCursor: string | null
  /** Restaurants that likely serve the category, next to a list of few dishes. */
  likely: Output<'GET /listings/likely'>
  /** Error message if the lists couldn't be loaded. The page around them still works. */
  error: string | null
}

const fewDishes = 5
const nothing = { nearBy: [], top: [], nearByCursor: null, topCursor: null, likely: [] }

type Args = Pick<LoaderArgs, 'api' | 'url'>

/** Loads the lists of a category for this address, on the server or in the browser. */
export async function loadListing(
  { api, url }: Args,
  category: Category,
  citySlug?: string,
): Promise<Listing> {
  const read = parseListingQuery(url.searchParams)
  const city = citySlug ? await api('GET /cities/:slug', { slug: citySlug }) : null
  const question = city ? { ...read, point: roundPoint(city) } : read
  const unknownCity = await redirectToTypedCity({ api, url }, category, question)
  const listing: Listing = {
    ...nothing,
    category: category.id,
    question,
    spot: spotOf(city),
    cityPage: city !== null,
    unknownCity,
    filterOpen: url.searchParams.has('filter'),
    map: url.searchParams.get('view') === 'map',
    from: 0,
    viewer: session().id,
    error: null,
  }
  const [lists, nearest] = await Promise.allSettled([
    loadLists({ api, url }, listing),
    question.point && !city ? api('GET /places/nearest-city', question.point) : null,
  ])
  // A point in the middle of the sea has no city, but still has a list.
  if (nearest.status === 'fulfilled') listing.spot ??= spotOf(nearest.value)
  return lists.status === 'fulfilled'
    ? { ...listing, ...lists.value }
    : withError(listing, lists.reason)
}

const spotOf = (city: CityLink | null): CityLink | null =>
  city && { name: city.name, slug: city.slug }

async function loadLists({ api, url }: Args, { category, question }: Listing) {
  const page = readListPageParams(url.searchParams)
  const answer = await api('GET /yolos', {
    ...listYolosInput(category, question),
    ...(page && { list: page.list, cursor: page.cursor }),
  })
  const { point, distanceMiles } = question
  const isFew = !page && answer.nearBy.length < fewDishes && countFilters(question) === 0
  const likely =
    point && isFew
      ? // If this call fails, the page shows its lists all the same.
        await api('GET /listings/likely', { category, ...point, distanceMiles }).catch(() => [])
      : []
  return {
    ...answer,
    nearBy: answer.nearBy.map(shownCard),
    top: answer.top.map(shownCard),
    likely,
    from: page?.from ?? 0,
  }
}

/** Leaves out what the list doesn't show, because the page contains its data as well as its HTML. */
const shownCard = (card: Card): ShownCard => ({
  ...card,
  confirmedAt: null,
  yolos: card.yolos
    .slice(0, 1)
    .map(({ id, userId, userName, description }) => ({ id, userId, userName, description })),
})

/** Returns the page with the error's message in place of its lists, and with the error's status. */
function withError(listing: Listing, reason: unknown): Listing {
  if (reason instanceof Response) throw reason
  const { status, message } = reason as { status?: unknown; message?: unknown }
  if (typeof status !== 'number') throw reason
  const error = (typeof message === 'string' && message) || 'Failed to load'
  return data({ ...listing, error }, { status: status || 503 }) as unknown as Listing
}

/**
 * Redirects a form that was sent without scripts, with the city as it was typed, to the list of the first city of that
 * name. Returns the name if no city has it, or null if none was typed.
 */
async function redirectToTypedCity({ api, url }: Args, category: Category, question: ListingQuery) {
  const typed = url.searchParams.get('city')?.trim()
  if (!typed) return null
  const [found] = await api('GET /places/cities', { q: typed })
  if (!found) return typed
  const isGroup = url.pathname === '/categories'
  const path = isGroup ? url.pathname : `/${category.slug}/${found.slug}`
  const search = isGroup
    ? listingQueryString({ ...question, point: roundPoint(found) })
    : cityQueryString(question)
  const query = new URLSearchParams(search)
  for (const key of ['category', 'filter', 'view'])
    if (url.searchParams.get(key)) query.set(key, url.searchParams.get(key)!)
  throw redirect(`${path}?${query}`)
}
