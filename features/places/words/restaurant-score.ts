import { milesBetween } from '#domain/position/miles.ts'
import { foldText } from '../fold.ts'
import { splitIntoWords } from './asked-words.ts'
import {
  matchText,
  bestTextMatch,
  isFullNameMatch,
  averageMatch,
  matchScores,
} from './closeness.ts'
import type { TextQuery, FoundRestaurant } from './restaurants.server.ts'

/**
 * Factor for words found in the address, town or city. They show which branch is meant, but the name counts for more.
 */
const elsewhere = 0.85

/** What a name that has little else, one that is the whole query, and nearness add to a score at most. */
const most = { share: 0.25, whole: 0.3, nearness: 0.3 }
export const mostBeyondText = most.share + most.whole + most.nearness

/** In miles: how far from the point a restaurant may count as one of the same town. */
const town = 10

type RestaurantScore = {
  text: number
  score: number
  sure: boolean
  hasAll: boolean
  isNamedSo: boolean
  isNear: boolean
  isInTown: boolean
}

const nothing: RestaurantScore = {
  text: 0,
  score: 0,
  sure: false,
  hasAll: false,
  isNamedSo: false,
  isNear: false,
  isInTown: false,
}

/**
 * Returns how well a restaurant matches a query, by its text (the words found, and their share of the name) and its
 * distance. `sure` is true if every word is found: in the name with at most one wrong letter, or in the address, town
 * or city as a word or its beginning. `hasAll` also allows words of the name that contain a query word or sound like
 * it. `isNear` is true within the query's miles, `isInTown` within `town`, and both without a point.
 */
export function scoreRestaurant(
  { q, words, near, miles: farthest, strictly, isPart }: TextQuery,
  row: FoundRestaurant,
): RestaurantScore {
  const miles = near ? milesBetween(near, row) : null
  if (strictly && miles !== null && miles > farthest) return nothing
  const name = bestTextMatch(words, [row.name, row.nameEn])
  const where = matchText(words, foldText([row.address, row.town ?? '', row.cityName].join(' ')))
  const found = words.map((_, index) =>
    Math.max(name.found[index]!, name.isWhole ? 0 : where.found[index]! * elsewhere),
  )
  const text = averageMatch({ found })
  // If the name contains none of the words, probably only the street has that name.
  const named = name.found.some((part) => part > 0) ? 0 : -0.3
  // For 'In n out' only 'out' is searched for, so the whole text is compared to prefer that name to 'Sold Out'.
  const hasSmall = words.length < splitIntoWords(q).length
  const begun = hasSmall && `${foldText(row.name)} `.startsWith(`${foldText(q)} `) ? 0.4 : 0
  const nearness = miles === null ? 0 : most.nearness / (1 + miles / 5)
  const whole = (name.isWhole ? most.whole : 0) - (isPart ? 0.2 : 0)
  return {
    text: text + named,
    score: text + named + name.share * most.share + whole + begun + nearness,
    sure: found.every((part) => part >= elsewhere * 0.9),
    hasAll: found.every((part) => part >= matchScores.sound),
    isNamedSo: isFullNameMatch(words, name),
    isNear: miles === null || miles <= farthest,
    isInTown: miles === null || miles <= Math.min(town, farthest),
  }
}
