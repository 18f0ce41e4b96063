import { categories, type Category } from '#domain/vocabulary/categories.ts'
import { tags, type Tag } from '#domain/vocabulary/tags.data.ts'
import type { Point } from '#domain/miles.ts'
import type { Gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { fold } from '#features/places/fold.ts'
import { formsOf } from '#features/places/words/asked-words.ts'
import { closeness, worth } from '#features/places/words/closeness.ts'
import { asTyped, type Understanding } from '#features/places/words/meant.server.ts'
import { vocabulary } from '#features/places/words/words-in-use.server.ts'
import { cityNamedIn, type NamedCity } from '#features/places/words/named-city.ts'

/** A few neighbouring words of what is typed. */
type Run = { stem: string; words: string[] }

export type Narrowing = {
  city: NamedCity | null
  /** Those whose name stands in it, with the words that name them. */
  tags: { tags: Tag[]; words: string[] }[]
  categories: { category: Category; words: string[] }[]
}

/** Words that name a city, a tag or a category narrow the rest (rules: search). */
export function narrowingOf(q: string, cities: Gazetteer, near: Point | undefined): Narrowing {
  const words = fold(q).split(' ').filter(Boolean)
  return {
    city: cityNamedIn(q, cities, near),
    tags: runsOf(words, 4).flatMap((run) => {
      const named = tagsNamed.get(run.stem)
      return named ? [{ tags: named, words: run.words }] : []
    }),
    categories: runsOf(words, 3).flatMap((run) => {
      const category = categoriesNamed.get(run.stem)
      return category ? [{ category, words: run.words }] : []
    }),
  }
}

const fixedWords = new Set(
  [...tags, ...categories].flatMap(({ name }) => fold(name).split(' ')).flatMap(formsOf),
)

/** Without a city that is guessed by a letter from words of food: 'al pastor' isn't Pasto. */
export async function withoutGuesses(
  narrowing: Narrowing,
  { inUse }: Understanding,
): Promise<Narrowing> {
  if (!narrowing.city?.isGuess) return narrowing
  const used = await inUse()
  const isFood = narrowing.city.words.every(
    (word) => fixedWords.has(word) || used(asTyped([word], 'none'), [vocabulary.dishes]).length > 0,
  )
  return isFood ? { ...narrowing, city: null } : narrowing
}

/** A city of fewer people is more likely a word of something else: of a dish or a name. */
const placeFrom = 50_000
/** One of so many is meant although dishes elsewhere are named after it: New York pizza. */
const sureFrom = 1_000_000

/** The city that all of an answer is meant in; not where a dish is named so that is elsewhere: 'pizza parma'. */
export function placeOf(
  { city: named }: Narrowing,
  words: string[],
  dishes: { itemName: string; cityName: string }[],
) {
  if (!named || named.rest === '' || named.city.population < placeFrom) return null
  const { city } = named
  const isOwnName = fold(city.name).startsWith(named.words.join(' '))
  if (isOwnName && city.population >= sureFrom) return city
  const isElsewhere = dishes.some(({ itemName, cityName }) => {
    const { found, share } = closeness(words, fold(itemName))
    // 'New York Pizza' has all words of 'pizza york' and more.
    const isNamedSo = share > 0.8 && found.every((one) => one >= worth.form)
    return isNamedSo && cityName !== city.name
  })
  return isElsewhere ? null : city
}

/** One and many are alike: 'taco' and 'tacos', 'fry' and 'fries'. */
const stemOf = (words: string[]) =>
  words
    .map((word) => (/^[a-z]{4,}$/.test(word) ? word.replace(/ies$/, 'y').replace(/s$/, '') : word))
    .join(' ')

const tagsNamed = Map.groupBy(tags, ({ name }) => stemOf(fold(name).split(' ')))
const categoriesNamed = new Map(
  categories.flatMap((category) =>
    [category.name, category.label, category.slug].map((name) => [
      stemOf(fold(name).split(' ')),
      category,
    ]),
  ),
)

function runsOf(words: string[], longest: number): Run[] {
  const runs: Run[] = []
  for (let count = Math.min(longest, words.length); count > 0; count -= 1)
    for (let start = 0; start + count <= words.length; start += 1) {
      const run = words.slice(start, start + count)
      runs.push({ stem: stemOf(run), words: run })
    }
  return runs
}
