import { categories, type Category } from '#domain/vocabulary/categories.ts'
import { tags, type Tag } from '#domain/vocabulary/tags.data.ts'
import type { City, Gazetteer, Point } from '#features/places/gazetteer/gazetteer.server.ts'
import { fold } from '#features/places/fold.ts'
import { formsOf } from '#features/places/words/asked-words.ts'

/** A few neighbouring words of what is typed, and what is left without them. */
type Run = { text: string; words: string[]; rest: string }

export type Narrowing = {
  city: { city: City; rest: string } | null
  /** Tags whose name stands in it: each alone, with the words left. */
  tags: { tags: Tag[]; words: string[]; rest: string }[]
  categories: { category: Category; words: string[]; rest: string }[]
}

/** Words that name a city, a tag or a category narrow the rest (rules: search). */
export function narrowingOf(q: string, cities: Gazetteer, near: Point | undefined): Narrowing {
  const words = fold(q).split(' ').filter(Boolean)
  return {
    city: cityIn(words, cities, near),
    tags: runsOf(words, 4).flatMap((run) => {
      const named = tags.filter(({ name }) => isSame(name, run.words))
      return named.length > 0 ? [{ tags: named, words: run.words, rest: run.rest }] : []
    }),
    categories: runsOf(words, 3).flatMap((run) =>
      categories
        .filter(({ name, label, slug }) =>
          [name, label, slug.replaceAll('-', ' ')].some((text) => isSame(text, run.words)),
        )
        .map((category) => ({ category, words: run.words, rest: run.rest })),
    ),
  }
}

/** At the end or the beginning, where people write it; as many words as make a name. */
function cityIn(words: string[], cities: Gazetteer, near: Point | undefined) {
  for (let count = Math.min(words.length - 1, 5); count > 0; count -= 1) {
    const ends = [
      { text: words.slice(-count), rest: words.slice(0, -count) },
      { text: words.slice(0, count), rest: words.slice(count) },
    ]
    for (const { text, rest } of ends) {
      const city = cities.namedCity(text.join(' '), near)
      if (city) return { city, rest: withoutPlaceWord(rest).join(' ') }
    }
  }
  return null
}

const placeWords = new Set(['in', 'near', 'at', 'around'])
const withoutPlaceWord = (words: string[]) =>
  words.length > 1 && placeWords.has(words.at(-1)!) ? words.slice(0, -1) : words

function runsOf(words: string[], longest: number): Run[] {
  const runs: Run[] = []
  for (let count = Math.min(longest, words.length); count > 0; count -= 1)
    for (let start = 0; start + count <= words.length; start += 1) {
      const run = words.slice(start, start + count)
      const rest = [...words.slice(0, start), ...words.slice(start + count)]
      runs.push({ text: run.join(' '), words: run, rest: rest.join(' ') })
    }
  return runs
}

function isSame(name: string, words: string[]) {
  const own = fold(name).split(' ')
  return (
    own.length === words.length &&
    own.every((word, index) => word === words[index] || formsOf(words[index]!).includes(word))
  )
}
