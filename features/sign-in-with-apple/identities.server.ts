import { sql, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/services.ts'

type Identity = { issuer: string; subject: string }

export const identityMatchesSql = ({ issuer, subject }: Identity) =>
  sql<SqlBool>`issuer = ${issuer} and subject = ${subject}`

/** Finds the member with this identity. */
export const findMemberByIdentity = (database: Database, identity: Identity) =>
  database
    .selectFrom('identities')
    .select('user_id')
    .where(identityMatchesSql(identity))
    .executeTakeFirst()

/** Stores the token to revoke at Apple when the account is deleted, or null once Apple has revoked it itself. */
export const setRefreshToken = (database: Database, identity: Identity, token: string | null) =>
  database
    .updateTable('identities')
    .set({ refresh_token: token })
    .where(identityMatchesSql(identity))
    .execute()
