import { defaultDistance } from '#domain/position/distances.ts'
import type { Api } from '#platform/web/api/api.ts'
import type { Output } from '#platform/contract/wire.ts'
import { countFilters } from '../question.ts'
import type { Listing } from './listing-loader.ts'

/** A list with at least this many dishes is shown without extras. */
export const fewDishesThreshold = 5

/** What is shown beside a list of few dishes. */
export type FewDishesExtras = {
  likely: Output<'GET /listings/likely'>
  cityWithDishes: Output<'GET /listings/nearest-city'>['city']
}

export const noExtras: FewDishesExtras = { likely: [], cityWithDishes: null }

/**
 * Loads what helps where few dishes are near: restaurants that likely serve the category, and the nearest city with
 * dishes. With several categories nothing is loaded, nor with filters, which may be why there are few dishes.
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
  const near = { category, ...point, distanceMiles }
  // With a smaller distance, visitors should try a larger one before they look in another city.
  const isWidest = distanceMiles === defaultDistance
  // If these calls fail, the page shows its lists all the same.
  const [likely, nearest] = await Promise.all([
    api('GET /listings/likely', near).catch(() => []),
    isWidest ? api('GET /listings/nearest-city', near).catch(() => null) : null,
  ])
  return { likely, cityWithDishes: nearest?.city ?? null }
}
