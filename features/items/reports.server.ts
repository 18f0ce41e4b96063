import { breaks, transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/handler.ts'
import type { Clock, Database, Services } from '#platform/server/services.ts'
import { confirmOnMenu, itemExpired, itemNotFound, reportExpired, verifyFirst } from './contract.ts'

const day = 24 * 60 * 60 * 1000
/** A report this old is stale once a verified member says that the dish is there. */
const staleAfter = 30 * day

export const reportHandlers = ({ database, clock }: Services) => [
  on(reportExpired, ({ input: { id }, viewer }) => report(database, clock, id, viewer)),
  on(itemExpired, ({ input: { itemId }, viewer }) => report(database, clock, itemId, viewer)),

  on(confirmOnMenu, async ({ input: { id }, viewer }) => {
    if (!viewer.verified) throw verifyFirst()
    const now = clock.now()
    await transact(database, async (tx) => {
      const item = await tx
        .updateTable('items')
        .set({ confirmed_at: now })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!item) throw itemNotFound()
      await tx
        .updateTable('item_reports')
        .set({ cleared_at: now })
        .where('item_id', '=', id)
        .where('cleared_at', 'is', null)
        .where('created_at', '<', new Date(now.getTime() - staleAfter))
        .execute()
      // Who reported it and now finds it there takes the own report back.
      await tx
        .deleteFrom('item_reports')
        .where('item_id', '=', id)
        .where('user_id', '=', viewer.id)
        .execute()
    })
    return { id, confirmedAt: now.toISOString() }
  }),
]

async function report(database: Database, clock: Clock, id: number, viewer: Viewer) {
  const item = await database
    .selectFrom('items')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!item) throw itemNotFound()
  try {
    await transact(database, (tx) =>
      tx
        .insertInto('item_reports')
        .values({ item_id: id, user_id: viewer.id, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['item_id', 'user_id']).doNothing())
        .execute(),
    )
  } catch (error) {
    // Deleted between the look and the write.
    if (breaks(error, 'item_reports_item_id_fkey')) throw itemNotFound()
    throw error
  }
  return { id, expired: true }
}
