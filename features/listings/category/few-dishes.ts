import type { Api } from '#platform/web/api/api.ts'
import type { Output } from '#platform/contract/wire.ts'
import { countFilters } from '../question.ts'
import type { Listing } from './listing-loader.ts'

/** A list with at least this many dishes is shown without extras. */
export const fewDishesThreshold = 5

/** What is shown beside a list of few dishes. */
export type FewDishesExtras = { likely: Output<'GET /listings/likely'> }

export const noExtras: FewDishesExtras = { likely: [] }

/**
 * Loads restaurants that likely serve the category, if few dishes are near. With several categories nothing is loaded,
 * nor with filters, which may be why there are few dishes.
 */
export async function loadFewDishesExtras(
  api: Api,
  { categories, question }: Pick<Listing, 'categories' | 'question'>,
  { nearBy, nearByCursor }: Pick<Listing, 'nearBy' | 'nearByCursor'>,
): Promise<FewDishesExtras> {
  const { point, distanceMiles } = question
  const [category, ...others] = categories
  const isFew = nearBy.length < fewDishesThreshold && nearByCursor === null
  const isAsked = point && others.length === 0 && countFilters(question) === 0
  if (!isFew || !isAsked || category === undefined) return noExtras
  // If this call fails, the page shows its lists all the same.
  const near = { category, ...point, distanceMiles }
  return { likely: await api('GET /listings/likely', near).catch(() => []) }
}
