import { sql } from 'kysely'

/** SQL condition on a row of `users`: a log-in with Apple opens the account. */
export const openedByAppleSql = sql<boolean>`exists (select 1 from identities where user_id = users.id)`
