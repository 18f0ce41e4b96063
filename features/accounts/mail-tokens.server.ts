import type { Transaction } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
import type { Clock } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/tokens.ts'

/** Takes a token out of the database: of two at once, one gets it (S8). */
export async function takeToken(
  tx: Transaction<DB>,
  clock: Clock,
  purpose: 'verify' | 'reset' | 'change-email' | 'undelete',
  token: string,
): Promise<{ userId: number; email: string } | null> {
  const taken = await tx
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .returning(['user_id', 'email'])
    .executeTakeFirst()
  return taken ? { userId: taken.user_id, email: taken.email } : null
}

/** After a change of password or address no link sent before has any force. */
export const forgetTokens = (tx: Transaction<DB>, userId: number, purpose?: 'verify') => {
  const all = tx.deleteFrom('mail_tokens').where('user_id', '=', userId)
  return (purpose ? all.where('purpose', '=', purpose) : all).execute()
}
