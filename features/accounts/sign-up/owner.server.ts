import type { Database } from '#platform/server/services.ts'
import { emailKey } from '../shapes.ts'

/** The member whose address this is already. */
export const ownerOf = (database: Database, email: string) =>
  database
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
