import type { Point } from '#domain/miles.ts'
import { wordsOf } from '#features/places/words/asked-words.ts'
import { asBegun, asTyped, type Understanding } from '#features/places/words/meant.server.ts'
import type { Sequence } from '#features/places/words/word-query.ts'
import { type WordKind, vocabulary } from '#features/places/words/words-in-use.server.ts'
import type { Services } from '#platform/server/services.ts'
import { bestOf, type DishQuery, elsewhere, enoughNamed, nearBy } from './named-dishes.server.ts'
import { type Candidate, scoreDish, type Reading } from './dish-score.ts'
import { type QueryFilters, readingsOf } from './query-filters.server.ts'

type Databases = Pick<Services, 'listing' | 'ranking'>

/** If at least this many dishes match the query as typed, corrections aren't tried. */
const enoughAsTyped = 3

/** Returns the ids of dishes that match the query, best first by closeness of text, distance and votes. */
export async function dishesByWords(
  databases: Databases,
  q: string,
  near: Point | undefined,
  {
    filters,
    understood,
    limit,
  }: { filters: QueryFilters; understood: Understanding; limit: number },
): Promise<number[]> {
  const readings = readingsOf(q, near, filters)
  const words = wordsOf(q)
  const found = new Map<number, ReturnType<typeof scoreDish>>()
  const placeWords = cityWords(words, filters)
  const keep = (rows: Candidate[], inCity: boolean) => {
    for (const row of rows)
      if (!found.has(row.id) || inCity)
        found.set(row.id, scoreDish({ words, placeWords, readings }, row, inCity))
  }
  const sure = () => [...found.values()].filter((dish) => dish.sure).length
  const some = async (queries: DishQuery[], way: typeof nearBy) => {
    const lists = await Promise.all(queries.map((query) => way(databases.listing, q, query)))
    for (const [index, rows] of lists.entries()) keep(rows, queries[index]!.reading.city !== null)
    return queries.filter((_, index) => lists[index]!.length < enoughNamed)
  }
  const look = async (all: DishQuery[]) => {
    const [plain, narrowed] = [
      all.filter(({ reading }) => reading.filterWords.length === 0),
      all.filter(({ reading }) => reading.filterWords.length > 0),
    ]
    const few = await some(plain, nearBy)
    if (sure() < limit) await some(narrowed, nearBy)
    if (sure() < limit) await some(few, elsewhere)
    // This comes last because it takes longest: the words next to a tag or a category can be common ones.
    if (sure() < limit) await some(narrowed, elsewhere)
  }
  const [named, nameless] = [
    readings.filter(({ words }) => words.length > 0),
    readings.filter(({ words }) => words.length === 0),
  ]
  const best = await Promise.all(nameless.map((reading) => bestOf(databases, reading)))
  for (const [index, rows] of best.entries()) keep(rows, nameless[index]!.city !== null)
  const isNamed = () => [...found.values()].some(({ isNamedSo }) => isNamedSo)
  for (const wayOf of [asWritten, goingOn, asIntended])
    if (wayOf === asWritten || (sure() < enoughAsTyped && !isNamed()))
      await look(await Promise.all(named.map((reading) => wayOf(reading, understood))))
  const close = () => [...found].filter(([, { text }]) => text >= 0.55)
  if (sure() === 0)
    await look(await Promise.all(named.map((reading) => asGuessed(reading, understood))))
  return close()
    .sort(([id, a], [otherId, b]) => b.score - a.score || id - otherId)
    .slice(0, limit)
    .map(([id]) => id)
}

/** Returns the words that name the city. */
function cityWords(words: string[], { city }: QueryFilters) {
  const rest = city && new Set(wordsOf(city.rest))
  return rest ? words.filter((word) => !rest.has(word)) : []
}

const [ofDishes, ofRestaurants] = [[vocabulary.dishes], [vocabulary.restaurants]]
const ofBoth = [...ofDishes, ...ofRestaurants]

/**
 * Searches for the words as typed. Except near the point, only whole words match at first, because too many words have
 * the same beginning.
 */
async function asWritten(reading: Reading, { inUse }: Understanding): Promise<DishQuery> {
  const used = await inUse()
  const whole = asTyped(reading.words, 'none')
  return {
    reading,
    near: used(asTyped(reading.words), ofDishes),
    far: used(whole, ofDishes),
    withRestaurants: used(whole, ofBoth),
    // A single word can be enough to find a restaurant: 'ramen' finds 'Gardena Ramen Lab'.
    atRestaurants: reading.words.flatMap((word) => used(asTyped([word], 'none'), ofRestaurants)),
  }
}

async function goingOn(reading: Reading, { inUse }: Understanding): Promise<DishQuery> {
  const used = await inUse()
  const more = (kinds: WordKind[]) => asBegun(reading.words, kinds, used)
  return {
    reading,
    near: [],
    far: more(ofDishes),
    withRestaurants: more(ofBoth),
    atRestaurants: [],
  }
}

const asIntended = async (reading: Reading, { meant }: Understanding) =>
  all(reading, await meant(reading.words, ofBoth))

const asGuessed = async (reading: Reading, { meant }: Understanding) =>
  all(reading, await meant(reading.words, ofBoth, 'twice'))

const all = (reading: Reading, sequences: Sequence[]): DishQuery => ({
  reading,
  near: sequences,
  far: sequences,
  withRestaurants: sequences,
  atRestaurants: [],
})
