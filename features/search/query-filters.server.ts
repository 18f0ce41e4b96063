import { categories, type Category } from '#domain/vocabulary/categories.ts'
import { tags, type Tag } from '#domain/vocabulary/tags.data.ts'
import type { Point } from '#domain/position/miles.ts'
import type { Gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { foldText } from '#features/places/fold.ts'
import { spellingsOf, requiredWords } from '#features/places/words/asked-words.ts'
import { matchText, matchScores } from '#features/places/words/closeness.ts'
import { toWordSequences, type WordMeanings } from '#features/places/words/meant.server.ts'
import { wordKinds } from '#features/places/words/words-in-use.server.ts'
import { cityNamedIn, type NamedCity } from '#features/places/words/named-city.ts'
import type { DishQueryInterpretation } from './dish-score.ts'
import { allOtherNames, keyOf, otherwiseNamed, runsOf } from './food-names.ts'

export type QueryFilters = {
  city: NamedCity | null
  /** Tags that the query names, with the words that name them. */
  tags: { tags: Tag[]; words: string[] }[]
  categories: { category: Category; words: string[] }[]
}

/** Returns the city, tags and categories that the query names, which narrow the rest of it (rules: search). */
export function queryFiltersOf(
  q: string,
  cities: Gazetteer,
  near: Point | undefined,
): QueryFilters {
  const words = foldText(q).split(' ').filter(Boolean)
  return {
    city: cityNamedIn(q, cities, near),
    tags: runsOf(words, 4).flatMap((run) => {
      const named = tagsNamed(run.key)
      return named ? [{ tags: named, words: run.words }] : []
    }),
    categories: runsOf(words, 3).flatMap((run) => {
      const category = categoryNamed(run.key)
      return category ? [{ category, words: run.words }] : []
    }),
  }
}

const fixedWords = new Set(
  [...[...tags, ...categories].map(({ name }) => name), ...allOtherNames]
    .flatMap((name) => foldText(name).split(' '))
    .flatMap(spellingsOf),
)

/**
 * Removes a city that was guessed from misspelled words if all of these are words of dishes, tags or categories: 'al
 * pastor' doesn't mean Pasto.
 */
export async function dropGuessedCity(
  filters: QueryFilters,
  { inUse }: WordMeanings,
): Promise<QueryFilters> {
  if (!filters.city?.isGuess) return filters
  const used = await inUse()
  const isFood = filters.city.words.every(
    (word) =>
      fixedWords.has(word) || used(toWordSequences([word], 'none'), [wordKinds.dishes]).length > 0,
  )
  return isFood ? { ...filters, city: null } : filters
}

/**
 * Minimum population of a city for `intendedCity`. The name of a smaller city is more likely a word of another name,
 * such as a dish's.
 */
const placeFrom = 50_000
/** A city with at least this many people is meant even if dishes elsewhere are named after it, like New York pizza. */
const sureFrom = 1_000_000

/**
 * Returns the city that the query names next to other words. Returns null if there is none, if the city is too small,
 * or if the words are the name of a dish elsewhere, like 'pizza parma'.
 */
export function intendedCity(
  { city: named }: QueryFilters,
  words: string[],
  dishes: { itemName: string; cityName: string }[],
) {
  if (!named || named.rest === '' || named.city.population < placeFrom) return null
  const { city } = named
  const isOwnName = foldText(city.name).startsWith(named.words.join(' '))
  if (isOwnName && city.population >= sureFrom) return city
  const isElsewhere = dishes.some(({ itemName, cityName }) => {
    const { found, share } = matchText(words, foldText(itemName))
    // A name with more words than the query doesn't count: 'New York Pizza' has all words of 'pizza york'.
    const isNamedSo = share > 0.8 && found.every((part) => part >= matchScores.form)
    return isNamedSo && cityName !== city.name
  })
  return isElsewhere ? null : city
}

const tagsByKey = Map.groupBy(tags, ({ name }) => keyOf(name))
const categoriesByKey = new Map(
  categories.flatMap((category) =>
    [category.name, category.label, category.slug].map((name) => [keyOf(name), category]),
  ),
)
const tagsNamed = (key: string) =>
  tagsByKey.get(key) ?? tagsByKey.get(keyOf(otherwiseNamed.tags.get(key) ?? ''))
const categoryNamed = (key: string) =>
  categoriesByKey.get(key) ?? categoriesByKey.get(keyOf(otherwiseNamed.categories.get(key) ?? ''))

/**
 * Returns the ways to understand the query: its words alone, or some of them naming a city, a tag or a category that
 * narrows the others. All of them are searched for.
 */
export function interpretDishQuery(
  q: string,
  near: Point | undefined,
  filters: QueryFilters,
): DishQueryInterpretation[] {
  const { city } = filters
  const places = [
    { text: q, near, city: null },
    ...(city ? [{ text: city.rest, near: city.city, city: city.city }] : []),
  ]
  return places.flatMap(({ text, ...place }) => {
    const folded = ` ${foldText(text)} `
    const stands = ({ words }: { words: string[] }) => folded.includes(` ${words.join(' ')} `)
    const filtered = (
      filterWords: string[],
      by: Partial<DishQueryInterpretation>,
    ): DishQueryInterpretation => ({
      ...place,
      tags: [],
      category: null,
      ...by,
      filterWords,
      words: requiredWords(folded.replace(` ${filterWords.join(' ')} `, ' ')),
    })
    const [tagged, inCategory] = [filters.tags.find(stands), filters.categories.find(stands)]
    return [
      { ...place, tags: [], category: null, filterWords: [], words: requiredWords(text) },
      ...(tagged ? [filtered(tagged.words, { tags: tagged.tags })] : []),
      ...(inCategory ? [filtered(inCategory.words, { category: inCategory.category.id })] : []),
    ]
  })
}
