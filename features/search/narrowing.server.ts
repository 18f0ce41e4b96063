import { categories, type Category } from '#domain/vocabulary/categories.ts'
import { tags, type Tag } from '#domain/vocabulary/tags.data.ts'
import type { Point } from '#domain/miles.ts'
import type { Gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { fold } from '#features/places/fold.ts'
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
