import type { CategoryId } from '#domain/vocabulary/categories.ts'
import type { Tag } from '#domain/vocabulary/tags.data.ts'
import { foldText } from '#features/places/fold.ts'
import type { Point } from '#domain/position/miles.ts'
import type { City } from '#features/places/gazetteer/gazetteer.server.ts'
import {
  matchText,
  bestTextMatch,
  isFullNameMatch,
  averageMatch,
} from '#features/places/words/closeness.ts'

/** One way to understand the query. */
export type DishQueryInterpretation = {
  words: string[]
  near: Point | undefined
  /** The city that some of the words name in this interpretation, or null. */
  city: City | null
  tags: Tag[]
  category: CategoryId | null
  /** The words that name the tags or the category. */
  filterWords: string[]
}

export type DishCandidate = {
  id: number
  name: string
  restaurantName: string
  restaurantNameEn: string | null
  cityName: string
  categoryId: number
  tags: number[]
  votes: number
  miles: number | null
  /** See `onlySpeakerSql`. */
  onlySpeaker: number | null
}

/** Weights of words that match another part of the card than the dish's name, which has weight 1. */
const worth = { restaurant: 0.8, tag: 0.95, category: 0.9, city: 0.9 }

/** What a name that has little else, one that is the whole query, and nearness add to a score at most. */
const most = { share: 0.2, whole: 0.2, nearness: 0.25 }

/** In miles. Nobody drives farther for a dish, unless it is the very one that is named. */
const far = 50

/** The query: all its words, those that name a city, its interpretations, and whether it says 'near me'. */
type Typed = {
  words: string[]
  placeWords: string[]
  readings: DishQueryInterpretation[]
  nearFirst: boolean
}

/**
 * Scores how well a dish matches the query. `inCity` is true if the dish is in or around the city that the query names.
 */
export function scoreDish(
  { words, placeWords, readings, nearFirst }: Typed,
  dish: DishCandidate,
  inCity: boolean,
) {
  const name = bestTextMatch(words, [dish.name])
  const restaurant = bestTextMatch(words, [dish.restaurantName, dish.restaurantNameEn])
  const city = matchText(words, foldText(dish.cityName))
  const tagged = readings.filter(({ tags }) => tags.some(({ id }) => dish.tags.includes(id)))
  const ofCategory = readings.filter(({ category }) => category === dish.categoryId)
  const named = (some: DishQueryInterpretation[], word: string) =>
    some.some(({ filterWords }) => filterWords.includes(word))
  const isThere =
    inCity || words.every((word, index) => !placeWords.includes(word) || city.found[index]! >= 0.97)
  // 'Las' is nearly 'Los', and many cities have 'City' in their names. If a query names one city, the words of another
  // city's name must not count.
  const inPlace = (word: string, index: number) => {
    if (!isThere) return 0
    return placeWords.includes(word) ? 1 : city.found[index]!
  }
  const found = words.map((word, index) =>
    Math.max(
      name.found[index]!,
      restaurant.found[index]! * worth.restaurant,
      inPlace(word, index) * worth.city,
      named(tagged, word) ? worth.tag : 0,
      named(ofCategory, word) ? worth.category : 0,
    ),
  )
  const text = averageMatch({ found })
  const inName = name.found.some((part) => part > 0) ? 0.1 : 0
  const nearness = dish.miles === null ? 0 : most.nearness / (1 + dish.miles / 10)
  // Who names nothing but a tag or a category means those near by, whatever is called so elsewhere.
  const isKind = readings.some((one) => one.words.length === 0 && (one.city !== null) === inCity)
  const isTooFar = (nearFirst || isKind) && dish.miles !== null && dish.miles > far
  const liked = Math.min(0.3, Math.log10(1 + Math.max(0, dish.votes)) * 0.1)
  return {
    text,
    score:
      text +
      inName +
      name.share * most.share +
      (name.isWhole ? most.whole : 0) +
      nearness +
      liked -
      // This puts it behind all near ones, because whatever is shown scores more than 0.5, and at most 2.05.
      (isTooFar ? 2 : 0),
    sure: found.every((part) => part >= 0.75),
    isNamedSo: isFullNameMatch(words, name) || isFullNameMatch(words, restaurant),
    isNear: dish.miles === null || dish.miles <= far,
    onlySpeaker: dish.onlySpeaker,
  }
}
