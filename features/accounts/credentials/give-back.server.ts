import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'

type Tx = Transaction<DB>
/** When the change was asked for by which the account came to somebody else; null if there is none, or it isn't known. */
type AskedAt = Date | null

/**
 * Lets the owner of an account answer once more what somebody else who had it answered (rules: given back), since the
 * change was asked for. Each takedown and hold once, or who has two mailboxes could answer without end. The caller has
 * locked the member.
 */
export async function giveAnswersBack(
  tx: Tx,
  { clock }: Services,
  userId: number,
  askedAt: AskedAt,
): Promise<void> {
  const isDue = sql`answered_at >= ${askedAt ?? new Date(0)} and given_back_at is null`
  // The clock of the machine that took the answer may be ahead.
  const set = sql`given_back_at = greatest(${clock.now()}, answered_at + interval '1 millisecond')`
  await sql`
    update takedowns set ${set} where member_id = ${userId} and restored_at is null and ${isDue}`.execute(
    tx,
  )
}

/**
 * Lets the owner of an account choose the name that somebody else chose for it since the change was asked for, unless
 * the operator did. Once in 365 days, like the change of name itself.
 */
export async function giveRenameBack(
  tx: Tx,
  { clock }: Services,
  userId: number,
  askedAt: AskedAt,
): Promise<void> {
  const now = clock.now()
  const since = askedAt ?? new Date(0)
  await sql`
    update users set user_name_changed_at = null, name_given_back_at = ${now}
     where id = ${userId} and not name_by_operator and user_name_changed_at >= ${since}
       and coalesce(name_given_back_at < ${now}::timestamptz - interval '365 days', true)`.execute(
    tx,
  )
}
