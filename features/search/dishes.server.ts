import type { Point } from '#domain/miles.ts'
import { wordsOf } from '#features/places/words/asked-words.ts'
import { asBegun, asTyped, type Understanding } from '#features/places/words/meant.server.ts'
import type { Sequence } from '#features/places/words/word-query.ts'
import { type WordKind, vocabulary } from '#features/places/words/words-in-use.server.ts'
import type { Services } from '#platform/server/services.ts'
import { bestOf } from './best-dishes.server.ts'
import { type Candidate, scoreDish, type Reading } from './dish-score.ts'
import { type Asked, elsewhere, enoughNamed, nearBy } from './named-dishes.server.ts'
import type { Narrowing } from './narrowing.server.ts'
import { readingsOf } from './readings.ts'

type Databases = Pick<Services, 'listing' | 'ranking'>

/** With so many that hold what is typed, nobody guesses what may have been meant. */
const enoughAsTyped = 3

/** Ids of dishes, best first: closeness of text, distance and votes. */
export async function dishesByWords(
  databases: Databases,
  q: string,
  near: Point | undefined,
  {
    narrowing,
    understood,
    limit,
  }: { narrowing: Narrowing; understood: Understanding; limit: number },
): Promise<number[]> {
  const readings = readingsOf(q, near, narrowing)
  const words = wordsOf(q)
  const found = new Map<number, ReturnType<typeof scoreDish>>()
  const placeWords = cityWords(words, narrowing)
  const keep = (rows: Candidate[], inCity: boolean) => {
    for (const row of rows)
      if (!found.has(row.id) || inCity)
        found.set(row.id, scoreDish({ words, placeWords, readings }, row, inCity))
  }
  const sure = () => [...found.values()].filter((one) => one.sure).length
  const some = async (asked: Asked[], way: typeof nearBy) => {
    const lists = await Promise.all(asked.map((one) => way(databases.listing, q, one)))
    for (const [index, rows] of lists.entries()) keep(rows, asked[index]!.reading.city !== null)
    return asked.filter((_, index) => lists[index]!.length < enoughNamed)
  }
  const look = async (all: Asked[]) => {
    const [plain, narrowed] = [
      all.filter(({ reading }) => reading.narrowedBy.length === 0),
      all.filter(({ reading }) => reading.narrowedBy.length > 0),
    ]
    const few = await some(plain, nearBy)
    if (sure() < limit) await some(narrowed, nearBy)
    if (sure() < limit) await some(few, elsewhere)
    // What is left of a tag or a category may be a common word, which takes longest.
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

/** Those of the words that name the city. */
function cityWords(words: string[], { city }: Narrowing) {
  const rest = city && new Set(wordsOf(city.rest))
  return rest ? words.filter((word) => !rest.has(word)) : []
}

const [ofDishes, ofRestaurants] = [[vocabulary.dishes], [vocabulary.restaurants]]
const ofBoth = [...ofDishes, ...ofRestaurants]

/** Elsewhere whole words come first: those that begin so are more. */
async function asWritten(reading: Reading, { inUse }: Understanding): Promise<Asked> {
  const used = await inUse()
  const whole = asTyped(reading.words, 'none')
  return {
    reading,
    near: used(asTyped(reading.words), ofDishes),
    far: used(whole, ofDishes),
    withRestaurants: used(whole, ofBoth),
    // Of a restaurant one word may say enough: 'ramen' of 'Gardena Ramen Lab'.
    atRestaurants: reading.words.flatMap((word) => used(asTyped([word], 'none'), ofRestaurants)),
  }
}

async function goingOn(reading: Reading, { inUse }: Understanding): Promise<Asked> {
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

const all = (reading: Reading, sequences: Sequence[]): Asked => ({
  reading,
  near: sequences,
  far: sequences,
  withRestaurants: sequences,
  atRestaurants: [],
})
