import { sql } from 'kysely'
import { inLatin } from '#domain/search-vocabulary.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { foldText } from '#domain/fold.ts'
import { joinInitials } from '#features/places/restaurant-search.server.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'

const maxWords = 8
const maxLetters = 40
/** Words that a name doesn't have to contain to be found. */
const optional = new Set(
  'a and at best en et food in la le near of on place restaurant the und y'.split(' '),
)

export const saysNothing = (words: string[]) => words.every((word) => optional.has(word))

/** Returns the words of a folded text, without those that say nothing unless there are no others. */
export function tellingWords(folded: string): string[] {
  const words = joinInitials(folded).split(' ').filter(Boolean)
  const telling = words.filter((word) => !optional.has(word))
  return [...new Set(telling.length > 0 ? telling : words)]
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxLetters))
}

const abbreviations: Record<string, string> = { st: 'saint', mt: 'mount', ft: 'fort' }
const writtenOut = Object.fromEntries(
  Object.entries(abbreviations).map(([short, long]) => [long, short]),
)

/** Returns a word and its other form: 'taco' for 'tacos', 'saint' for 'st'. */
function formsOf(word: string): string[] {
  const other = abbreviations[word] ?? writtenOut[word]
  if (other) return [word, other]
  if (!/^[a-z]{4,}$/.test(word)) return [word]
  if (word.endsWith('ies')) return [word, `${word.slice(0, -3)}y`]
  if (word.endsWith('s')) return [word, word.slice(0, -1), word.replace(/es$/, '')]
  return [word, `${word}s`, /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}es`]
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
export const inCells = (cells: bigint[]) =>
  anyOf(cells.map((cell) => lexeme(`c:${cell.toString(16)}`)))

/** Words in use by the typed word that they stand for. */
type InUse = Map<string, string[]>

/** Returns for each typed word the words in use that are spelled so in Latin letters, among them the word itself. */
export async function readWordsInUse(database: Database, words: string[]): Promise<InUse> {
  const { rows } = await sql<{ typed: string; word: string }>`${preparedStatementComment}
    select typed.word as typed, v.word
      from unnest(${words}::text[], ${words.map(inLatin)}::text[]) typed (word, latin)
      join search_vocabulary v using (latin) limit 200`.execute(database)
  return wordsByTyped(rows)
}

/** Returns words in use that are similar to those typed words that aren't in use, or to all words if all are. */
export async function readSimilarWords(
  database: Database,
  words: string[],
  inUse: InUse,
): Promise<InUse> {
  const unknown = words.filter((word) => !inUse.has(word))
  const wrong = unknown.length > 0 ? unknown : words
  const { rows } = await sql<{ typed: string; word: string }>`${preparedStatementComment}
    select typed.word as typed, v.word
      from unnest(${wrong}::text[], ${wrong.map(inLatin)}::text[]) typed (word, latin)
     cross join lateral similar_words(typed.latin) v (word)`.execute(database)
  return wordsByTyped(rows)
}

const wordsByTyped = (rows: { typed: string; word: string }[]): InUse =>
  new Map(
    [...Map.groupBy(rows, ({ typed }) => typed)].map(([typed, found]) => [
      typed,
      found.map(({ word }) => word),
    ]),
  )

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

const maxNames = 50

/** Returns how a name of these words may be written: as typed, or with words of other scripts. */
export const namesWritten = (words: string[], inUse: InUse): string[] =>
  words
    .map((word) => [...new Set([word, ...(inUse.get(word) ?? [])])])
    .reduce(
      (begun, next) =>
        begun.flatMap((name) => next.map((word) => `${name} ${word}`.trim())).slice(0, maxNames),
      [''],
    )

/** Returns a text with each two neighboring letters swapped, the most frequent mistake that trigrams don't find. */
export const withSwappedLetters = (text: string): string[] =>
  Array.from(
    { length: text.length - 1 },
    (_, at) => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
  )
