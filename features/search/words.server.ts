import { sql } from 'kysely'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { foldText } from '#features/places/fold.ts'
import type { Database } from '#platform/server/services.ts'

const maxWords = 8
const maxLetters = 40
/** Words that a name doesn't have to contain to be found. */
const optional = new Set(
  'a and at best en et food in la le near of on place restaurant the und y'.split(' '),
)

/**
 * Returns the folded words that were typed, without those that say nothing unless there are no others. Initials become
 * one word: 'P. F. Chang' is 'pf chang'.
 */
export function typedWords(q: string): string[] {
  const folded = foldText(q).replace(/(?<![^ ])[\p{L}\p{N}](?: [\p{L}\p{N}])+(?![^ ])/gu, (run) =>
    run.replaceAll(' ', ''),
  )
  const words = folded.split(' ').filter(Boolean)
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

/**
 * Returns a tsquery for rows that have all words, each as typed, in another form, in another script or, if no name has
 * the word (or `corrects`), in a similar spelling. The last word may be incomplete. A word can also be the name of a
 * dish's category or tag.
 */
export async function wordsQuery(
  database: Database,
  words: string[],
  { corrects = false } = {},
): Promise<string> {
  const { rows } = await sql<{ word: string; known: string[]; similar: string[] }>`
    select typed.word, known.words as known,
           case when ${corrects} or known.words = '{}' then array(select similar_words(typed.word)) else '{}' end as similar
      from unnest(${words}::text[]) with ordinality typed (word, n)
     cross join lateral (
       select array(select v.word from search_vocabulary v where v.latin = typed.word limit 20) as words) known
     order by typed.n`.execute(database)
  return rows
    .map(({ word, known, similar }, at) => {
      const whole = [...formsOf(word), ...known, ...similar, ...marksOf(word)].map(lexeme)
      return anyOf(at === words.length - 1 ? [...whole, `${lexeme(word)}:*`] : whole)
    })
    .join(' & ')
}
