import anyAscii from 'any-ascii'
import { sql } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'

/** A word in Latin letters: 'sushi' for 'すし'. */
export const inLatin = (word: string) =>
  anyAscii(word)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/**
 * Collects the words in use anew, which tell what a misspelled word means. Run it nightly and after an import: until
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
