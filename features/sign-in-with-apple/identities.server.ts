import { sql, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/services.ts'

type Identity = { issuer: string; subject: string }

export const isIdentity = ({ issuer, subject }: Identity) =>
  sql<SqlBool>`issuer = ${issuer} and subject = ${subject}`

/** Whom Apple's subject names here. */
export const identityOf = (database: Database, identity: Identity) =>
  database.selectFrom('identities').select('user_id').where(isIdentity(identity)).executeTakeFirst()

/** What the account's deletion takes back at Apple; null after Apple has said that it is void. */
export const setRefreshToken = (database: Database, identity: Identity, token: string | null) =>
  database
    .updateTable('identities')
    .set({ refresh_token: token })
    .where(isIdentity(identity))
    .execute()
