import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { soundOfUsed } from './sounds.server.ts'

const batch = 2000

/** Keeps beside each new word of another script how it sounds in Latin letters. */
export async function learnSounds(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ word: string }>`
      select distinct word from search_vocabulary
       where sound is null and word ~ '[^ -~]' limit ${batch}`.execute(database)
    if (rows.length === 0) return
    const words = rows.map(({ word }) => word)
    const sounds = words.map((word) => soundOfUsed(word) ?? '')
    await sql`
      update search_vocabulary known set sound = heard.sound
        from unnest(${words}::text[], ${sounds}::text[]) heard (word, sound)
       where known.word = heard.word and known.sound is null`.execute(database)
  }
}

export const soundsQueue = ({ database }: Services): JobQueue => ({
  name: 'learn-sounds',
  every: '* * * * *',
  run: () => learnSounds(database),
})
