import anyAscii from 'any-ascii'
import { type RawBuilder, sql } from 'kysely'
import { preparedStatementComment, transact } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'

/** A word in Latin letters: 'sushi' for 'すし'. */
const inLatin = (word: string) =>
  anyAscii(word)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/**
 * Collects the words in use again, which tell what a misspelled word means. Run it nightly and after an import: until
 * then, new words are found as they are written.
 */
export const rebuildVocabulary = (database: Database): Promise<void> =>
  transact(database, async (tx) => {
    await sql`delete from search_vocabulary`.execute(tx)
    await sql`
      insert into search_vocabulary (word, latin, docs)
      select word, word, ndoc
        from ts_stat('select search from restaurants where deleted_at is null and hidden_at is null
                      union all select words from item_words')
       where word !~ '^[ckt]:' and length(word) <= 40`.execute(tx)
    const { rows } = await sql<{ word: string }>`
      select word from search_vocabulary where word ~ '[^ -~]'`.execute(tx)
    const foreign = rows.map(({ word }) => word)
    await sql`
      update search_vocabulary v set latin = new.latin
        from unnest(${foreign}::text[], ${foreign.map(inLatin)}::text[]) new (word, latin)
       where v.word = new.word and new.latin <> ''`.execute(tx)
  })

/** Words in use by the typed word that they stand for. */
export type InUse = Map<string, string[]>

async function readWords(database: Database, words: string[], found: RawBuilder<unknown>) {
  const { rows } = await sql<{ word: string; found: string[] }>`${preparedStatementComment}
    select typed.word, array_agg(v.word) as found
      from unnest(${words}::text[], ${words.map(inLatin)}::text[]) typed (word, latin)
     cross join lateral (${found}) v (word) group by typed.word`.execute(database)
  return new Map(rows.map((row) => [row.word, row.found]))
}

const sameWords = sql`select word from search_vocabulary where latin = typed.latin limit 20`

/** Returns for each typed word the words in use that are spelled so in Latin letters, among them the word itself. */
export const readWordsInUse = (database: Database, words: string[]): Promise<InUse> =>
  readWords(database, words, sameWords)

/** Returns words in use that are similar to those typed words that aren't in use, or to all words if all are. */
export function readSimilarWords(database: Database, words: string[], inUse: InUse) {
  const unknown = words.filter((word) => !inUse.has(word))
  const wrong = unknown.length > 0 ? unknown : words
  return readWords(database, wrong, sql`select similar_words(typed.latin)`)
}

const pairs = { st: 'saint', mt: 'mount', ft: 'fort' }
const otherForms = new Map(
  Object.entries(pairs).flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as const,
  ),
)

/** Returns a word and its other form: 'taco' for 'tacos', 'saint' for 'st'. */
export function formsOf(word: string): string[] {
  const other = otherForms.get(word)
  if (other) return [word, other]
  if (!/^[a-z]{4,}$/.test(word)) return [word]
  if (word.endsWith('ies')) return [word, `${word.slice(0, -3)}y`]
  if (word.endsWith('s')) return [word, word.slice(0, -1), word.replace(/es$/, '')]
  return [word, `${word}s`, /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}es`]
}
