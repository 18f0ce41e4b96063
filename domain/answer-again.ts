import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'

// A member answers a takedown or hold once, and once more if the account was given back to them (rules: given back). Until
// then the answer of before stays what admins read and decide on.

/** SQL condition on a row of `takedowns` or `holds` (`t`): its member has answered, and may do so once more. */
export const mayAnswerAgainSql = sql<boolean>`coalesce(t.given_back_at > t.answered_at, false)`

/** SQL condition on a row of `takedowns` or `holds` (`t`): its member may answer. */
export const mayAnswerSql = sql<boolean>`(t.answer is null or ${mayAnswerAgainSql})`

/** SQL for a column of the answer as its member reads it: null while they may answer. */
export const ownAnswerSql = <T>(column: RawBuilder<T>) =>
  sql<T | null>`case when not ${mayAnswerAgainSql} then ${column} end`

/**
 * Writes the answer to row `id`, which must be one that its member may answer and locked as for a decision. A decision on
 * the answer of before is undone, so that an admin reads this one, too. Returns when it was answered.
 */
export async function writeAnswer(
  tx: Transaction<DB>,
  { table, id, subject }: { table: 'takedowns' | 'holds'; id: number; subject: string },
  { text, by, now }: { text: string; by: number; now: Date },
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update ${sql.table(table)} set answer = ${text}, answered_at = greatest(${now}::timestamptz, given_back_at)
     where id = ${id} returning answered_at as at`.execute(tx)
  await sql`
    update report_decisions set restored_at = ${now}, restored_by = ${by}
     where subject = ${subject} and restored_at is null`.execute(tx)
  return rows[0]!.at
}
