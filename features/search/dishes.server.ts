import type { Point } from '#domain/miles.ts'
import { wordsOf } from '#features/places/words/asked-words.ts'
import { asBegun, asMeant, asTyped } from '#features/places/words/meant.server.ts'
import { type InUse, type Kind, vocabulary } from '#features/places/words/words-in-use.server.ts'
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
  { narrowing, used, limit }: { narrowing: Narrowing; used: () => Promise<InUse>; limit: number },
): Promise<number[]> {
  const readings = readingsOf(q, near, narrowing)
  const words = wordsOf(q)
  const found = new Map<number, ReturnType<typeof scoreDish>>()
  const keep = (lists: Candidate[][]) => {
    for (const row of lists.flat())
      if (!found.has(row.id)) found.set(row.id, scoreDish(words, readings, row))
  }
  const sure = () => [...found.values()].filter((one) => one.sure).length
  const some = async (asked: Asked[], way: typeof nearBy) => {
    const lists = await Promise.all(asked.map((one) => way(databases.listing, q, one)))
    keep(lists)
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
  keep(await Promise.all(nameless.map((reading) => bestOf(databases, reading))))
  const inUse = await used()
  const isNamed = () => [...found.values()].some(({ isNamedSo }) => isNamedSo)
  for (const wayOf of [asWritten, goingOn, asIntended])
    if (wayOf === asWritten || (sure() < enoughAsTyped && !isNamed()))
      await look(await Promise.all(named.map(async (reading) => wayOf(databases, reading, inUse))))
  return [...found]
    .filter(([, { text }]) => text >= 0.55)
    .sort(([id, a], [otherId, b]) => b.score - a.score || id - otherId)
    .slice(0, limit)
    .map(([id]) => id)
}

const [ofDishes, ofBoth] = [[vocabulary.dishes], [vocabulary.dishes, vocabulary.restaurants]]

/** Elsewhere whole words come first: those that begin so are more. */
function asWritten(_: Databases, reading: Reading, inUse: InUse): Asked {
  const whole = asTyped(reading.words, 'none')
  return {
    reading,
    near: inUse(asTyped(reading.words), ofDishes),
    far: inUse(whole, ofDishes),
    withRestaurants: inUse(whole, ofBoth),
  }
}

function goingOn(_: Databases, reading: Reading, inUse: InUse): Asked {
  const more = (kinds: Kind[]) => asBegun(reading.words, kinds, inUse)
  return { reading, near: [], far: more(ofDishes), withRestaurants: more(ofBoth) }
}

async function asIntended({ listing }: Databases, reading: Reading, inUse: InUse): Promise<Asked> {
  const meant = await asMeant(listing, reading.words, ofBoth, inUse)
  return { reading, near: meant, far: meant, withRestaurants: meant }
}
