import { defaultDistance } from '#domain/position/distances.ts'
import type { Api } from '#platform/web/api/api.ts'
import { listYolosInput, emptyFilters, type ListingQuery } from '../question.ts'
import type { Listing } from './listing-loader.ts'

type Without = 'price' | 'open' | 'tags' | 'distance' | 'all'

/** The question with one kind of filter removed, or all of them, and how many dishes it then finds. */
export type RelaxedFilter = {
  without: Without
  change: Partial<ListingQuery>
  found: number
  more: boolean
}

/** Tries the question without each filter and without all of them. Returns those that find dishes. */
export async function relaxedFilters(
  api: Api,
  { categories, question }: Pick<Listing, 'categories' | 'question'>,
): Promise<RelaxedFilter[]> {
  const { prices, openNow, tags, point, distanceMiles, order } = question
  const tried: [Without, boolean, Partial<ListingQuery>][] = [
    ['open', openNow, { openNow: false }],
    ['price', prices.length > 0, { prices: [] }],
    ['tags', tags.length > 0, { tags: [] }],
    [
      'distance',
      point !== null && distanceMiles < defaultDistance,
      { distanceMiles: defaultDistance },
    ],
  ]
  const apart = tried.filter(([, chosen]) => chosen)
  const all = { ...emptyFilters, order, distanceMiles: defaultDistance }
  const relaxed = await Promise.all(
    [...apart, ...(apart.length > 1 ? [['all', true, all] as const] : [])].map(
      async ([without, , change]) => {
        const input = listYolosInput(categories, { ...question, ...change })
        const answer = await api('GET /yolos', input).catch(() => null)
        const cards = (point ? answer?.nearBy : answer?.top) ?? []
        const cursor = point ? answer?.nearByCursor : answer?.topCursor
        return { without, change, found: cards.length, more: Boolean(cursor) }
      },
    ),
  )
  const found = relaxed.filter(({ found }) => found > 0)
  // Removing all filters is offered only if removing one finds nothing.
  return found.length > 1 ? found.filter(({ without }) => without !== 'all') : found
}
