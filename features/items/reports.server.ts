import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/handler.ts'
import type { Clock, Database, Services } from '#platform/server/services.ts'
import { holdItem } from './standing.server.ts'
import { confirmOnMenu, itemExpired, itemNotFound, reportExpired, verifyFirst } from './contract.ts'

const day = 24 * 60 * 60 * 1000
/** A report this old is stale once a verified member says that the dish is there. */
const staleAfter = 30 * day

export const reportHandlers = ({ database, clock }: Services) => [
  on(reportExpired, ({ input: { id }, viewer }) => report(database, clock, id, viewer)),
  on(itemExpired, ({ input: { itemId }, viewer }) => report(database, clock, itemId, viewer)),

  on(confirmOnMenu, async ({ input, viewer }) => {
    if (!viewer.verified) throw verifyFirst()
    const now = clock.now()
    return transact(database, async (tx) => {
      const item = await holdItem(tx, input.id, 'change')
      if (!item) throw itemNotFound()
      const { id } = item
      await tx.updateTable('items').set({ confirmed_at: now }).where('id', '=', id).execute()
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
      return { id, confirmedAt: now.toISOString() }
    })
  }),
]

function report(database: Database, clock: Clock, wanted: number, viewer: Viewer) {
  return transact(database, async (tx) => {
    const item = await holdItem(tx, wanted)
    if (!item) throw itemNotFound()
    await tx
      .insertInto('item_reports')
      .values({ item_id: item.id, user_id: viewer.id, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['item_id', 'user_id']).doNothing())
      .execute()
    return { id: item.id, expired: true }
  })
}
