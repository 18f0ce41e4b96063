import { formsOf, type InUse } from '#domain/search-vocabulary.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { foldText } from '#domain/fold.ts'
import { joinInitials } from '#features/places/restaurant-search.server.ts'

const maxWords = 8
const maxLetters = 40
/** Words that a name doesn't have to contain to be found. */
const optional = new Set(
  'a and at best en et food in la le near of on place restaurant the und y'.split(' '),
)

export const saysNothing = (words: string[]) =>
  words.every((word) => optional.has(word) || /^[a-z\d]$/.test(word))

/** Returns the words of a folded text, without those that say nothing unless there are no others. */
export function tellingWords(folded: string): string[] {
  const words = joinInitials(folded).split(' ').filter(Boolean)
  const telling = words.filter((word) => !optional.has(word))
  return [...new Set(telling.length > 0 ? telling : words)]
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxLetters))
}

const named = [
  ...categories.map(({ id, label, name }) => ({ mark: `k:${id}`, names: [label, name] })),
  ...tags.map(({ id, name }) => ({ mark: `t:${id}`, names: [name] })),
].flatMap(({ mark, names }) =>
  names.flatMap((name) => formsOf(foldText(name)).map((form) => [form, mark] as const)),
)
/** The marks of the categories and tags that a word names. */
const marksByWord = Map.groupBy(named, ([form]) => form)
const marksOf = (word: string) => (marksByWord.get(word) ?? []).map(([, mark]) => mark)

const lexeme = (word: string) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
const anyOf = (lexemes: string[]) => `(${[...new Set(lexemes)].join(' | ')})`

/** Returns a tsquery for rows in any of these H3 cells of resolution 3. */
export const inCells = (cells: string[]) =>
  anyOf(cells.map((cell) => lexeme(`c:${BigInt(cell).toString(16)}`)))

/**
 * Returns a tsquery for rows that have all words, each as typed, in another form or as one of the words in use that it
 * stands for. The last word may be incomplete. A word can also be the name of a dish's category or tag.
 */
export const wordsQuery = (words: string[], ...inUse: InUse[]): string =>
  words
    .flatMap((word, at) => {
      const others = inUse.flatMap((each) => each.get(word) ?? [])
      const whole = [...formsOf(word), ...others, ...marksOf(word)].map(lexeme)
      if (at < words.length - 1) return anyOf(whole)
      // Too many words begin with a single letter. It still counts for the order.
      return at > 0 && /^[a-z\d]$/.test(word) ? [] : anyOf([...whole, `${lexeme(word)}:*`])
    })
    .join(' & ')

/** Returns how a name of these words may be written: as typed, or with words of other scripts. */
export const namesWritten = (words: string[], inUse: InUse): string[] =>
  words
    .map((word) => [...new Set([word, ...(inUse.get(word) ?? [])])])
    .reduce(
      (begun, next) =>
        begun.flatMap((name) => next.map((word) => `${name} ${word}`.trim())).slice(0, 50),
      [''],
    )

/** Returns a text with each two neighboring letters swapped, the most frequent mistake that trigrams don't find. */
export const withSwappedLetters = (text: string): string[] =>
  [...text].slice(1).map((letter, at) => text.slice(0, at) + letter + text[at] + text.slice(at + 2))
