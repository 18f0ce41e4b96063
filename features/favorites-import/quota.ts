import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { quota } from '#domain/quota.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { session } from '#platform/web/session/session.ts'
import { type BroughtPlace, progress } from './progress.ts'

/** Returns the number of favorites per category that are chosen or wait here. The server counts those that are saved. */
export const chosenByCategory = (places: readonly BroughtPlace[]): ReadonlyMap<number, number> =>
  new Map(
    [
      ...Map.groupBy(
        places.filter(({ state }) => state === 'chosen' || state === 'waits'),
        ({ favorite }) => favorite?.categoryId ?? 0,
      ),
    ].map(([category, { length }]) => [category, length]),
  )

/**
 * Returns why no more favorites of a category can be chosen, or null. The place with the id `except` isn't counted.
 * This only warns early: when favorites are saved, the server refuses a fourth.
 */
export function quotaProblem(
  category: CategoryId,
  counters: ReadonlyMap<number, number>,
  except: number,
): string | null {
  const { id } = session()
  if (id !== null && isSpecialUser({ id })) return null
  const others = progress().places.filter((place) => place.id !== except)
  const chosen = chosenByCategory(others).get(category) ?? 0
  if ((counters.get(category) ?? 0) + chosen < quota) return null
  return `You have your three ${pluralNoun(category)}. Take one of them away first, or choose another category.`
}
