import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { categoryIds } from '#domain/vocabulary/categories.ts'
import { servingNamePattern, servingSigns } from '#domain/vocabulary/cuisines.ts'
import { foldText } from '#features/places/fold.ts'
import { dishWords } from './dish-words.data.ts'

const named = Object.entries(dishWords).flatMap(([id, words]) =>
  words.split(/\s+/).map((word) => [word.replaceAll('_', ' '), Number(id) as CategoryId] as const),
)
// Names are also known without 'and', because 'Mac & cheese' is folded to 'mac cheese'.
const known = new Map(
  named.flatMap(([name, id]) => [
    [name, id],
    [name.replace(' and ', ' '), id],
  ]),
)

/** Returns the singular of an English word: 'taco' for 'tacos', 'fry' for 'fries'. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return /(?:ch|sh|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** Words that are followed by what comes with the dish, not by the dish itself. */
const extras = / (?:with|w|and|in|on|n|from|of|al|alla|con|mit|avec) /

/** Names like 'mac and cheese', which contain one of `extras` but aren't split at it. */
const undivided = [...known.keys()].filter((name) => extras.test(` ${name} `))

/**
 * Returns the category that a dish's name suggests, or null. The last known words before the first of `extras` decide:
 * 'chicken burrito' is a burrito, and 'steak with fries' is a steak. If there are none, the words after it count too.
 */
export function categoryOfDish(name: string): CategoryId | null {
  const folded = foldText(name).split(' ').map(singular).join(' ')
  const whole = undivided.find((one) => ` ${folded} `.includes(` ${one} `))
  if (whole) return known.get(whole)!
  return lastKnown(folded.split(extras)[0]!) ?? lastKnown(folded)
}

function lastKnown(text: string): CategoryId | null {
  const words = text.split(' ')
  for (let end = words.length; end > 0; end -= 1)
    for (let count = Math.min(3, end); count > 0; count -= 1) {
      const category = known.get(words.slice(end - count, end).join(' '))
      if (category) return category
    }
  return null
}

/** Returns the category that a restaurant's name or cuisines suggest. Null unless they suggest exactly one. */
export function categoryOfRestaurant({
  name,
  cuisines,
}: {
  name: string
  cuisines: readonly string[]
}): CategoryId | null {
  const padded = ` ${foldText(name)} `
  const suggested = categoryIds.filter(
    (id) =>
      new RegExp(servingNamePattern(id)).test(padded) ||
      servingSigns(id).cuisines.some((cuisine) => cuisines.includes(cuisine)),
  )
  return suggested.length === 1 ? suggested[0]! : null
}
