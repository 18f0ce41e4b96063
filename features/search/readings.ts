import { fold } from '#features/places/fold.ts'
import type { Point } from '#domain/miles.ts'
import { wordsOf } from '#features/places/words/asked-words.ts'
import type { Reading } from './dish-score.ts'
import type { Narrowing } from './narrowing.server.ts'

/** What is typed may mean its words alone, or some of them narrow the others: each way is looked for. */
export function readingsOf(q: string, near: Point | undefined, narrowing: Narrowing): Reading[] {
  const { city } = narrowing
  const places = [
    { text: q, near, city: null },
    ...(city ? [{ text: city.rest, near: city.city, city: city.city }] : []),
  ]
  return places.flatMap(({ text, near, city }) => {
    const folded = ` ${fold(text)} `
    const has = (words: string[]) => folded.includes(` ${words.join(' ')} `)
    const base = { near, city, tags: [], category: null, narrowedBy: [] as string[] }
    const [tagged] = narrowing.tags.filter(({ words }) => has(words))
    const [inCategory] = narrowing.categories.filter(({ words }) => has(words))
    const without = (words: string[]) => wordsOf(folded.replace(` ${words.join(' ')} `, ' '))
    return [
      { ...base, words: wordsOf(text) },
      ...(tagged
        ? [
            {
              ...base,
              words: without(tagged.words),
              tags: tagged.tags,
              narrowedBy: tagged.words,
            },
          ]
        : []),
      ...(inCategory
        ? [
            {
              ...base,
              words: without(inCategory.words),
              category: inCategory.category.id,
              narrowedBy: inCategory.words,
            },
          ]
        : []),
    ]
  })
}
