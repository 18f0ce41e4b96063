import type { Database } from '#platform/server/services.ts'
import { emailKey } from '../shapes.ts'

/** Finds the member who has this address, verified or not. */
export const findEmailOwner = (database: Database, email: string) =>
  database
    .selectFrom('users')
    .select(['id', 'email_key', 'email_verified_at', 'email_proven_elsewhere', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
