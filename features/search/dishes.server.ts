import type { Point } from '#domain/position/miles.ts'
import { requiredWords } from '#features/places/words/asked-words.ts'
import {
  lastWordAsPrefix,
  toWordSequences,
  type WordMeanings,
} from '#features/places/words/meant.server.ts'
import type { WordSequence } from '#features/places/words/word-query.ts'
import { type WordKind, wordKinds } from '#features/places/words/words-in-use.server.ts'
import type { Services } from '#platform/server/services.ts'
import {
  bestDishesForInterpretation,
  type DishQuery,
  searchElsewhere,
  areSufficient,
  searchNearby,
} from './named-dishes.server.ts'
import { type DishCandidate, scoreDish, type DishQueryInterpretation } from './dish-score.ts'
import { resultLimit, withFewOfOne } from './few-of-one.ts'
import { type QueryFilters, interpretDishQuery } from './query-filters.server.ts'

type Databases = Pick<Services, 'listing' | 'ranking'>

/** Once at least this many dishes surely match, the search tries neither longer words nor corrections. */
const enoughAsTyped = 3

/** Returns the ids of dishes that match the query, best first by closeness of text, distance and votes. */
export async function dishesByWords(
  databases: Databases,
  q: string,
  near: Point | undefined,
  {
    filters,
    understood,
    nearFirst,
  }: {
    filters: QueryFilters
    understood: WordMeanings
    /** True if dishes near the point are asked for. */
    nearFirst: boolean
  },
): Promise<number[]> {
  const readings = interpretDishQuery(q, near, filters)
  const words = requiredWords(q)
  const found = new Map<number, ScoredDish>()
  const placeWords = cityWords(words, filters)
  const keep = async (rows: DishCandidate[], inCity: boolean) => {
    for (const row of rows) {
      if (!found.has(row.id) || inCity)
        found.set(row.id, {
          id: row.id,
          ...scoreDish({ words, placeWords, readings, nearFirst }, row, inCity),
        })
    }
  }
  const ranked = () =>
    withFewOfOne([...found.values()].filter(({ text }) => text >= 0.55).sort(bestFirst))
  const sure = () => ranked().filter((dish) => dish.sure).length
  const some = async (queries: DishQuery[], way: typeof searchNearby) => {
    const lists = await Promise.all(queries.map((query) => way(databases.listing, q, query)))
    for (const [index, rows] of lists.entries())
      await keep(rows, queries[index]!.reading.city !== null)
    return queries.filter((_, index) => !areSufficient(lists[index]!))
  }
  const look = async (all: DishQuery[]) => {
    const [plain, narrowed] = [
      all.filter(({ reading }) => reading.filterWords.length === 0),
      all.filter(({ reading }) => reading.filterWords.length > 0),
    ]
    const few = await some(plain, searchNearby)
    if (sure() < resultLimit) await some(narrowed, searchNearby)
    if (sure() < resultLimit) await some(few, searchElsewhere)
    // This comes last because it takes longest: the words next to a tag or a category can be common ones.
    if (sure() < resultLimit) await some(narrowed, searchElsewhere)
  }
  const [named, nameless] = [
    readings.filter(({ words }) => words.length > 0),
    readings.filter(({ words }) => words.length === 0),
  ]
  const best = await Promise.all(
    nameless.map((reading) => bestDishesForInterpretation(databases, reading)),
  )
  for (const [index, rows] of best.entries()) await keep(rows, nameless[index]!.city !== null)
  const isNamed = () => [...found.values()].some(({ isNamedSo }) => isNamedSo)
  for (const wayOf of [asWritten, goingOn, asIntended])
    if (wayOf === asWritten || (sure() < enoughAsTyped && !isNamed()))
      await look(await Promise.all(named.map((reading) => wayOf(reading, understood))))
  if (sure() === 0)
    await look(await Promise.all(named.map((reading) => asGuessed(reading, understood))))
  return ranked()
    .slice(0, resultLimit)
    .map(({ id }) => id)
}

type ScoredDish = { id: number } & ReturnType<typeof scoreDish>
const bestFirst = (a: ScoredDish, b: ScoredDish) => b.score - a.score || a.id - b.id

/** Returns the words that name the city. */
function cityWords(words: string[], { city }: QueryFilters) {
  const rest = city && new Set(requiredWords(city.rest))
  return rest ? words.filter((word) => !rest.has(word)) : []
}

const [ofDishes, ofRestaurants] = [[wordKinds.dishes], [wordKinds.restaurants]]
const ofBoth = [...ofDishes, ...ofRestaurants]

/**
 * Returns the query for the words as typed. Near the point, the last word may be the beginning of a word. Elsewhere,
 * only whole words match in this first step, because too many words have the same beginning.
 */
async function asWritten(
  reading: DishQueryInterpretation,
  { inUse }: WordMeanings,
): Promise<DishQuery> {
  const used = await inUse()
  const whole = toWordSequences(reading.words, 'none')
  return {
    reading,
    near: used(toWordSequences(reading.words), ofDishes),
    far: used(whole, ofDishes),
    withRestaurants: used(whole, ofBoth),
    // A single word can be enough to find a restaurant: 'ramen' finds 'Gardena Ramen Lab'.
    atRestaurants: reading.words.flatMap((word) =>
      used(toWordSequences([word], 'none'), ofRestaurants),
    ),
  }
}

async function goingOn(
  reading: DishQueryInterpretation,
  { inUse }: WordMeanings,
): Promise<DishQuery> {
  const used = await inUse()
  const more = (kinds: WordKind[]) => lastWordAsPrefix(reading.words, kinds, used)
  return {
    reading,
    near: [],
    far: more(ofDishes),
    withRestaurants: more(ofBoth),
    atRestaurants: [],
  }
}

const asIntended = async (reading: DishQueryInterpretation, { meant }: WordMeanings) =>
  all(reading, await meant(reading.words, ofBoth))

const asGuessed = async (reading: DishQueryInterpretation, { meant }: WordMeanings) =>
  all(reading, await meant(reading.words, ofBoth, 'twice'))

const all = (reading: DishQueryInterpretation, sequences: WordSequence[]): DishQuery => ({
  reading,
  near: sequences,
  far: sequences,
  withRestaurants: sequences,
  atRestaurants: [],
})
