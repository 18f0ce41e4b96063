import { milesBetween } from '#domain/miles.ts'
import { fold } from '../fold.ts'
import { everyWordOf } from './asked-words.ts'
import { closeness, closestOf, isNameOf, textScore, worth } from './closeness.ts'
import type { TextQuery, FoundRestaurant } from './restaurants.server.ts'

/** A word found in the address, the town or the city tells which branch is meant; the name counts for more. */
const elsewhere = 0.85

/**
 * How well a restaurant answers: closeness of text (the words found, how much of the name they are) and of place.
 * `sure` are those that have each word as it was typed, `hasAll` those that have it somehow.
 */
export function scoreRestaurant(
  { q, words, near, miles: most, strictly, isPart }: TextQuery,
  row: FoundRestaurant,
): { text: number; score: number; sure: boolean; hasAll: boolean; isNamedSo: boolean } {
  const miles = near ? milesBetween(near, row) : null
  if (strictly && miles !== null && miles > most)
    return { text: 0, score: 0, sure: false, hasAll: false, isNamedSo: false }
  const name = closestOf(words, [row.name, row.nameEn])
  const where = closeness(words, fold([row.address, row.town ?? '', row.cityName].join(' ')))
  const found = words.map((_, index) =>
    Math.max(name.found[index]!, name.isWhole ? 0 : where.found[index]! * elsewhere),
  )
  const text = textScore({ found })
  // Where no word is in the name, it is probably the street that is called so.
  const named = name.found.some((part) => part > 0) ? 0 : -0.3
  // Of 'In n out' only 'out' is looked for; the whole text tells the name from 'Sold Out'.
  const hasSmall = words.length < everyWordOf(q).length
  const begun = hasSmall && `${fold(row.name)} `.startsWith(`${fold(q)} `) ? 0.4 : 0
  const nearness = miles === null ? 0 : 0.3 / (1 + miles / 5)
  const whole = (name.isWhole ? 0.3 : 0) - (isPart ? 0.2 : 0)
  return {
    text: text + named,
    score: text + named + name.share * 0.25 + whole + begun + nearness,
    sure: found.every((part) => part >= elsewhere * 0.9),
    hasAll: found.every((part) => part >= worth.sound),
    isNamedSo: isNameOf(words, name),
  }
}
