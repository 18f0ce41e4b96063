import anyAscii from 'any-ascii'
import { sql } from 'kysely'
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

/** Returns words as the two columns of `typed`. The planner doesn't see them, so one plan suits all. */
const typedSql = (words: string[]) =>
  sql`unnest((select ${words}::text[]), (select ${words.map(inLatin)}::text[])) typed (word, latin)`

/**
 * Returns for each typed word the words in use that are spelled so in Latin letters, among them the word itself. A word
 * that isn't in use has similar ones, except the last if it is the beginning of one.
 */
export async function readVocabulary(
  database: Database,
  words: string[],
  last: string | undefined,
): Promise<{ inUse: InUse; similar: InUse }> {
  const { rows } = await sql<{ word: string; same: string[]; close: string[] }>`
    ${preparedStatementComment} select word, same, close from ${typedSql(words)}
     cross join lateral (
       select array(select word from search_vocabulary where latin = typed.latin limit 20) as same) known
     cross join lateral (
       select case when same = '{}' and (word <> ${last ?? ''} or not exists (
                select from search_vocabulary
                 where latin ~>=~ typed.latin and latin ~<~ (typed.latin || '~')))
              then array(select similar_words(typed.latin)) else '{}' end as close) near`.execute(
    database,
  )
  const wordsOf = (kind: 'same' | 'close') =>
    new Map(rows.filter((row) => row[kind].length > 0).map((row) => [row.word, row[kind]]))
  return { inUse: wordsOf('same'), similar: wordsOf('close') }
}

/** Returns the similar words of all typed ones. A misspelled word may be in use itself. */
export async function readSimilarWords(database: Database, words: string[]): Promise<InUse> {
  const { rows } = await sql<{ word: string; close: string[] }>`
    ${preparedStatementComment} select word, array(select similar_words(latin)) as close
      from ${typedSql(words)}`.execute(database)
  return new Map(rows.map(({ word, close }) => [word, close]))
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
