import type { Tx } from '#platform/server/services.ts'

/** Suspends a member and ends their sessions. Their votes and yolos cease to count by the trigger on `users`. */
export async function suspend(tx: Tx, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ suspended_at: at })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
  return numUpdatedRows > 0n
}

export const lift = (tx: Tx, id: number) =>
  tx.updateTable('users').set({ suspended_at: null }).where('id', '=', id).execute()
