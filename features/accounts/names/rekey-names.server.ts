import { sql } from 'kysely'
import type { Services } from '#platform/server/services.ts'
import { keyedBy, nameKeys } from './user-name.ts'

const batch = 5_000

/**
 * Computes the keys of names that an older table keyed. Of two that have come to look alike, the older
 * member's keeps the look to itself; the other keeps the name, under a key that nobody can type.
 */
export async function rekeyNames({ database, log }: Services): Promise<void> {
  const stale = () =>
    database
      .selectFrom('users')
      .select('id')
      .where('user_name_keyed_by', '<', keyedBy)
      .limit(1)
      .executeTakeFirst()
  if (!(await stale())) return
  await database.transaction().execute(async (tx) => {
    // Readers go on; another process that starts waits and finds it done.
    await sql`lock table users in share row exclusive mode`.execute(tx)
    const users = await tx
      .selectFrom('users')
      .select(['id', 'user_name'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const looks = new Set<string>()
    const caps = new Set<string>()
    const free = (taken: Set<string>, key: string, id: number) => {
      const own = taken.has(key) ? `${key}\t${id}` : key
      taken.add(own)
      return own
    }
    const keyed = users.map(({ id, user_name }) => {
      const { user_name_key, user_name_caps_key } = nameKeys(user_name)
      return {
        id,
        look: free(looks, user_name_key, id),
        caps: free(caps, user_name_caps_key, id),
      }
    })
    // Out of the way, so that no new key meets an old one.
    await sql`update users set user_name_key = E'\t' || id, user_name_caps_key = null`.execute(tx)
    for (let from = 0; from < keyed.length; from += batch) {
      const part = keyed.slice(from, from + batch)
      await sql`update users set user_name_key = n.look, user_name_caps_key = n.caps, user_name_keyed_by = ${keyedBy}
        from unnest(${part.map(({ id }) => id)}::integer[], ${part.map(({ look }) => look)}::text[], ${part.map(({ caps }) => caps)}::text[]) as n (id, look, caps)
        where users.id = n.id`.execute(tx)
    }
    log.info({ names: keyed.length }, 'the looks of all names were computed')
  })
}
