import type { ListedCard } from '#features/items/contract.ts'
import type { Category, CategoryId } from '#domain/vocabulary/categories.ts'
import { loadTagNames, type TagNames } from '#domain/vocabulary/tag-names.ts'
import { rounded } from '#features/places/rounded.ts'
import type { Input, Output } from '#platform/contract/wire.ts'
import { pageOrFirst } from '#platform/web/page-or-first.ts'
import { session } from '#platform/web/session.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { data } from 'react-router'
import { countOf, readPage, readQuestion, type Question } from '../question.ts'
import { keysOf } from './listing-keys.ts'
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

/** What a category's lists show at this address, for both sides. */
export async function loadListing(
  { api, url }: Pick<LoaderArgs, 'api' | 'url'>,
  category: Category,
  { citySlug, beside = [] }: { citySlug?: string; beside?: Category[] } = {},
) {
  const asked = readQuestion(url.searchParams)
  const city = citySlug ? await api('GET /cities/:slug', { slug: citySlug }) : null
  const question = city ? { ...asked, point: rounded(city) } : asked
  const { point } = question
  const unknownCity = await typedCity({ api, url, category, question, city })
  // A browser that draws cards itself needs the names of their tags.
  const names =
    import.meta.env.SSR && question.tags.length === 0 ? null : loadTagNames().catch(() => null)
  const listing: Listing = {
    ...nothing,
    category: category.id,
    categories: [category, ...beside].map(({ id }) => id),
    question,
    spot: city && { name: city.name, slug: city.slug },
    cityPage: city !== null,
    unknownCity,
    filterOpen: url.searchParams.has('filter'),
    map: url.searchParams.get('view') === 'map',
    tagCounts: await countsOf(api, { url, question, categories: [category, ...beside] }),
    tagNames: namesOf(question.tags, await names),
    from: 0,
    viewer: session().id,
    error: null,
  }
  const [list, spot] = await Promise.allSettled([
    pageOrFirst(
      readPage(url.searchParams),
      (page) =>
        api('GET /yolos', {
          ...keysOf(listing.categories, question),
          ...(page && { list: page.list, cursor: page.cursor }),
        }),
      ({ nearBy, top }) => nearBy.length + top.length === 0,
    ),
    point && !city ? api('GET /places/nearest-city', point) : null,
  ])
  // A point in the middle of the sea has no name, but has a list.
  if (spot.status === 'fulfilled' && spot.value)
    listing.spot = { name: spot.value.name, slug: spot.value.slug }
  if (list.status === 'fulfilled') {
    const { cursor: page, answer } = list.value
    const { nearBy, top } = answer
    const drawn = import.meta.env.SSR && { nearBy: nearBy.map(asDrawn), top: top.map(asDrawn) }
    const empty = !page && countOf(question) > 0 && (point ? nearBy : top).length === 0
    const relaxed = empty
      ? await (await import('./relaxed-filters.ts')).relaxedFilters(api, listing)
      : []
    return { ...listing, from: page?.from ?? 0, ...answer, ...drawn, relaxed }
  }
  const { status, message } = list.reason as { status?: unknown; message?: unknown }
  if (typeof status !== 'number') throw list.reason
  const failed = { ...listing, error: (typeof message === 'string' && message) || 'Failed to load' }
  // A page without its list must not be kept by anyone as the page.
  return data(failed, { status: status || 503 }) as unknown as Listing
}

type Counted = { url: URL; question: Question; categories: Category[] }

/** Only for who has no script to ask for them once the filter is open. */
async function countsOf(api: LoaderArgs['api'], { url, question, categories }: Counted) {
  const { point, distanceMiles } = question
  if (!import.meta.env.SSR || !url.searchParams.has('filter') || !point) return null
  const ask = ({ id }: Category) => api('GET /tags', { category: id, ...point, distanceMiles })
  return (await Promise.all(categories.map(ask)).catch(() => [])).flat()
}

const namesOf = (tags: number[], names: TagNames | null) =>
  Object.fromEntries(tags.flatMap((tag) => (names?.has(tag) ? [[tag, names.get(tag)!]] : [])))

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
  ...keysOf(categories, question),
  list,
  cursor,
})
