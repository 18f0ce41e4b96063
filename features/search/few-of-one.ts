import { beyondFew, oneAloneAmong } from '#features/places/nearest.ts'
import { mostBeyondText } from './dish-score.ts'

/** Maximum number of results of each kind. */
export const resultLimit = 8

/** So many of the dishes for which only the same member speaks are in their place. */
export const fewOfOne = Math.floor(resultLimit / oneAloneAmong)

type Dish = { onlySpeaker: number | null }
type Scored = Dish & { score: number; sure: boolean; isNear: boolean }

/** Returns those dishes that only a member speaks for of whom `fewOfOne` come before them. */
export const beyondFewOfOne = <D extends Dish>(dishes: readonly D[]): Set<D> =>
  beyondFew(dishes, resultLimit, ({ onlySpeaker }) => onlySpeaker)

/**
 * Returns the dishes with the best first. Anyone can save many that are named as others search, so of those that only
 * one member speaks for a few are in their place. More of them are never sure, and come behind the others near by: just
 * behind these where they leave room, else as if they had the words somewhere in their name and were far away.
 */
export function withFewOfOne<D extends Scored>(sorted: readonly D[]): D[] {
  const more = beyondFewOfOne(sorted)
  const others = sorted.filter((dish) => !more.has(dish) && dish.sure && dish.isNear)
  const withRoom = new Set([...more].slice(0, Math.max(0, resultLimit - others.length)))
  const behindOthers = (others.at(-1)?.score ?? Infinity) - 0.001
  return sorted
    .map((dish) => {
      if (!more.has(dish)) return dish
      const score = withRoom.has(dish)
        ? Math.min(dish.score, Math.max(behindOthers, beforeFar(sorted, dish)))
        : dish.score - mostBeyondText
      return { ...dish, score, sure: false }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** Returns a score with which a dish near by stays before those far away that it was before. */
function beforeFar<D extends Scored>(sorted: readonly D[], dish: D): number {
  const far = dish.isNear && sorted.find(({ isNear, score }) => !isNear && score < dish.score)
  return far ? far.score + 0.0005 : -Infinity
}
