import type { ListedCard } from '#features/items/contract.ts'
import type { Category, CategoryId } from '#domain/vocabulary/categories.ts'
import { loadTagNames } from '#domain/vocabulary/tag-names.ts'
import { rounded } from '#features/places/rounded.ts'
import type { Input, Output } from '#platform/contract/wire.ts'
import { pageOrFirst } from '#platform/web/api/page-or-first.ts'
import { session } from '#platform/web/session.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { data } from 'react-router'
import { callInput, countOf, readPage, readQuestion, type Question } from '../question.ts'
import { typedCity } from './typed-city.ts'
import type { RelaxedFilter } from './relaxed-filters.ts'

export type Spot = { name: string; slug: string }

export type Listing = {
  /** The first of them. */
  category: CategoryId
  /** One, or on /categories several. */
  categories: CategoryId[]
  question: Question
  /** The city that the point lies in. */
  spot: Spot | null
  /** The address names the city; the point isn't in the query. */
  cityPage: boolean
  /** The name in the address that no city has. */
  unknownCity: string | null
  /** The address asks for the filter to be open, for who can’t open it by script. */
  filterOpen: boolean
  /** … and for the map beside the list. */
  map: boolean
  /** How many dishes near by have each tag, where the filter is drawn open. */
  tagCounts: Output<'GET /tags'> | null
  /** By the ids of the tags asked for. */
  tagNames: Record<number, string>
  /** So many of the one list shown come before what the address asks for. */
  from: number
  /** Whose marks the cards carry; null where they are a visitor's. */
  viewer: number | null
  nearBy: ListedCard[]
  top: ListedCard[]
  nearByCursor: string | null
  topCursor: string | null
  /** Where nothing is found: what finds something. */
  relaxed: RelaxedFilter[]
  /** The listing itself failed; the page around it works. */
  error: string | null
}

const nothing = { nearBy: [], top: [], nearByCursor: null, topCursor: null, relaxed: [] }

type Screen = { citySlug?: string; beside?: Category[] }
type Args = Pick<LoaderArgs, 'api' | 'url'>

/** What a category's lists show at this address, for both sides. */
export async function loadListing(
  args: Args,
  category: Category,
  { citySlug, beside = [] }: Screen = {},
): Promise<Listing> {
  const { api, url } = args
  const read = readQuestion(url.searchParams)
  const city = citySlug ? await api('GET /cities/:slug', { slug: citySlug }) : null
  const question = city ? { ...read, point: rounded(city) } : read
  const unknownCity = await typedCity({ api, url, category, question, city })
  const categories = [category, ...beside]
  const listing: Listing = {
    ...nothing,
    category: category.id,
    categories: categories.map(({ id }) => id),
    question,
    spot: spotOf(city),
    cityPage: city !== null,
    unknownCity,
    filterOpen: url.searchParams.has('filter'),
    map: url.searchParams.get('view') === 'map',
    tagCounts: await countsOf(args, question, categories),
    tagNames: await namesOf(question.tags),
    from: 0,
    viewer: session().id,
    error: null,
  }
  const { point } = question
  const [lists, nearest] = await Promise.allSettled([
    loadLists(args, listing),
    point && !city ? api('GET /places/nearest-city', point) : null,
  ])
  // A point in the middle of the sea has no name, but has a list.
  if (nearest.status === 'fulfilled') listing.spot ??= spotOf(nearest.value)
  return lists.status === 'fulfilled'
    ? { ...listing, ...lists.value }
    : withError(listing, lists.reason)
}

const spotOf = (city: Spot | null): Spot | null => city && { name: city.name, slug: city.slug }

async function loadLists({ api, url }: Args, { categories, question }: Listing) {
  const { cursor: page, answer } = await pageOrFirst(
    readPage(url.searchParams),
    (page) =>
      api('GET /yolos', {
        ...callInput(categories, question),
        ...(page && { list: page.list, cursor: page.cursor }),
      }),
    ({ nearBy, top }) => nearBy.length + top.length === 0,
  )
  const { nearBy, top } = answer
  const isEmpty = !page && countOf(question) > 0 && (question.point ? nearBy : top).length === 0
  const relaxed = isEmpty
    ? await (await import('./relaxed-filters.ts')).relaxedFilters(api, { categories, question })
    : []
  const drawn = import.meta.env.SSR && { nearBy: nearBy.map(asDrawn), top: top.map(asDrawn) }
  return { ...answer, ...drawn, relaxed, from: page?.from ?? 0 }
}

/** The page without its list, which nobody may keep as the page. */
function withError(listing: Listing, reason: unknown): Listing {
  const { status, message } = reason as { status?: unknown; message?: unknown }
  if (typeof status !== 'number') throw reason
  const error = (typeof message === 'string' && message) || 'Failed to load'
  return data({ ...listing, error }, { status: status || 503 }) as unknown as Listing
}

/** Only for who has no script to ask for them once the filter is open. */
async function countsOf({ api, url }: Args, question: Question, categories: Category[]) {
  const { point, distanceMiles } = question
  if (!import.meta.env.SSR || !url.searchParams.has('filter') || !point) return null
  const ask = ({ id }: Category) => api('GET /tags', { category: id, ...point, distanceMiles })
  return (await Promise.all(categories.map(ask)).catch(() => [])).flat()
}

/** A browser that draws cards itself needs the names of their tags. */
async function namesOf(tags: number[]): Promise<Record<number, string>> {
  if (import.meta.env.SSR && tags.length === 0) return {}
  const names = await loadTagNames().catch(() => null)
  return Object.fromEntries(
    tags.flatMap((tag) => (names?.has(tag) ? [[tag, names.get(tag)!]] : [])),
  )
}

/** A page is drawn for visitors, and holds its cards once more as data: what a card shows, no more. */
const asDrawn = (card: ListedCard): ListedCard => ({
  ...card,
  name: '',
  yolos: card.yolos.map((yolo) => ({ ...yolo, yoloTags: [], createdAt: '' })),
})

/** What to ask for the next cards of one of its lists. */
export const moreOf = (
  { categories, question }: Listing,
  list: 'nearBy' | 'top',
  cursor: string,
): Input<'GET /yolos'> => ({
  ...callInput(categories, question),
  list,
  cursor,
})
