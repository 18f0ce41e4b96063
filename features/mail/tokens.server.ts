import type { Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import type { Clock } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import { lockMember } from '#domain/locks/lock-member.ts'

/**
 * Consumes a token. Only one of two simultaneous requests gets it, and none after a change of credentials
 * (docs/safety.md, S8).
 */
export async function consumeMailToken(
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
    .returning(['user_id', 'email', 'credential_version'])
    .executeTakeFirst()
  if (!taken) return null
  const member = await lockMember(tx, taken.user_id)
  if (member?.credential_version !== taken.credential_version) return null
  return { userId: taken.user_id, email: taken.email }
}

/** Deletes a member's tokens, so that a change of password or address voids the links sent before. */
export const deleteMailTokens = (tx: Transaction<DB>, userId: number, purpose?: 'verify') => {
  const all = tx.deleteFrom('mail_tokens').where('user_id', '=', userId)
  return (purpose ? all.where('purpose', '=', purpose) : all).execute()
}
