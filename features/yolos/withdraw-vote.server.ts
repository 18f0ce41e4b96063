import type { Transaction } from 'kysely'
import { prepared } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'

/** A favourite counts by itself: one's own vote beside it would count twice (rules: votes). True where there was one. */
export async function withdrawVote(
  tx: Transaction<DB>,
  itemId: number,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('votes')
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
