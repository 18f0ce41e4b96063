import { sql } from 'kysely'
import type { Database, Services } from '#platform/server/services.ts'
import { nameKeyVersion, nameKeys } from './user-name.ts'

const batch = 5_000

/**
 * Recomputes the keys of all names if any was made by an older version of the rules. If two names now look alike, the
 * member who joined first gets the key; the other keeps the name, with a key that nobody can type.
 */
export async function recomputeNameKeys({ database, log }: Services): Promise<void> {
  const stale = (on: Database) =>
    on
      .selectFrom('users')
      .select('id')
      .where('user_name_keyed_by', '<', nameKeyVersion)
      .limit(1)
      .executeTakeFirst()
  if (!(await stale(database))) return
  await database.transaction().execute(async (tx) => {
    // Reads stay possible. Another process that starts at the same time waits, and then finds nothing left to do.
    await sql`lock table users in share row exclusive mode`.execute(tx)
    if (!(await stale(tx))) return
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
    // Replaces all old keys first, so that no new key conflicts with the old key of another row.
    await sql`update users set user_name_key = E'\t' || id, user_name_caps_key = null`.execute(tx)
    for (let from = 0; from < keyed.length; from += batch) {
      const part = keyed.slice(from, from + batch)
      await sql`update users set user_name_key = n.look, user_name_caps_key = n.caps, user_name_keyed_by = ${nameKeyVersion}
        from unnest(${part.map(({ id }) => id)}::integer[], ${part.map(({ look }) => look)}::text[], ${part.map(({ caps }) => caps)}::text[]) as n (id, look, caps)
        where users.id = n.id`.execute(tx)
    }
    log.info({ names: keyed.length }, 'the looks of all names were computed')
  })
}
