import { beyondFew, oneAloneAmong } from '#features/places/nearest.ts'

/** Maximum number of results of each kind. */
export const resultLimit = 8

/** So many of the dishes for which only the same member speaks are in their place. */
export const fewOfOne = Math.floor(resultLimit / oneAloneAmong)

type Dish = { onlySpeaker: number | null }
type Scored = Dish & { sure: boolean; isNear: boolean }

/** Returns those dishes that only a member speaks for of whom `fewOfOne` come before them. */
export const beyondFewOfOne = <D extends Dish>(dishes: readonly D[]): Set<D> =>
  beyondFew(dishes, resultLimit, ({ onlySpeaker }) => onlySpeaker)

/**
 * Returns the dishes with the best first. Anyone can save many that are named as others search, so of those that only one
 * member speaks for a few are in their place, and those beyond the few are surplus. Where there are any, the dishes near by
 * that are surely meant come first, then such of the surplus, then all other dishes, and last the rest of the surplus, of
 * which none is sure.
 */
export function withFewOfOne<D extends Scored>(sorted: readonly D[]): D[] {
  const surplus = beyondFewOfOne(sorted)
  if (surplus.size === 0) return [...sorted]
  const groupOf = (dish: D) => {
    const isMeant = dish.isNear && dish.sure
    if (surplus.has(dish)) return isMeant ? 1 : 3
    return isMeant ? 0 : 2
  }
  return sorted
    .toSorted((a, b) => groupOf(a) - groupOf(b))
    .map((dish) => (surplus.has(dish) ? { ...dish, sure: false } : dish))
}
