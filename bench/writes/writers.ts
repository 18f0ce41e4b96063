import { nameKeys } from '../../features/accounts/names/user-name.ts'
import { openSession } from '../../platform/server/auth/sessions.ts'
import { systemClock, type Database } from '../../platform/server/services.ts'

export type Writer = { id: number; token: string }

let made = 0

/** Creates verified members who haven't saved anything yet. */
export async function makeWriters(database: Database, count: number): Promise<Writer[]> {
  const writers: Writer[] = []
  for (let n = 0; n < count; n++) {
    const user_name = `Writer ${made++} of the bench`
    const { id } = await database
      .insertInto('users')
      .values({ user_name, ...nameKeys(user_name), email_verified_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { token } = await openSession(database, systemClock, id, { userAgent: 'bench' })
    writers.push({ id, token })
  }
  return writers
}
