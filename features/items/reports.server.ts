import { sql } from 'kysely'
import { itemVisibleToViewerSql } from '#domain/merged.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import {
  confirmOnMenu,
  itemNotFound,
  reportOffMenu,
  reportOffMenuByGet,
  verificationRequired,
  withdrawOffMenuReport,
} from './contract.ts'

// The trigger item_reports_changed hides an item that enough members report, and keeps its case.

export const reportHandlers = ({ database, clock }: Services) => {
  const report = (id: number, viewer: Viewer) =>
    transact(database, async (tx) => {
      await requireVisibleItem(tx, id, viewer)
      await tx
        .insertInto('item_reports')
        .values({ item_id: id, user_id: viewer.id, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { id, expired: true }
    })

  return [
    implementCall(reportOffMenu, ({ input: { id }, viewer }) => report(id, viewer)),
    implementCall(reportOffMenuByGet, ({ input: { itemId }, viewer }) => report(itemId, viewer)),

    implementCall(withdrawOffMenuReport, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        await requireVisibleItem(tx, id, viewer)
        await withdraw(tx, id, viewer)
        return { id, expired: false }
      }),
    ),

    implementCall(confirmOnMenu, ({ input: { id }, viewer }) => {
      if (!viewer.verified) throw verificationRequired()
      return transact(database, async (tx) => {
        await requireVisibleItem(tx, id, viewer)
        const now = clock.now()
        await tx.updateTable('items').set({ confirmed_at: now }).where('id', '=', id).execute()
        await withdraw(tx, id, viewer)
        return { id, confirmedAt: now.toISOString() }
      })
    }),
  ]
}

const withdraw = (tx: Tx, id: number, viewer: Viewer) =>
  tx.deleteFrom('item_reports').where('item_id', '=', id).where('user_id', '=', viewer.id).execute()

async function requireVisibleItem(tx: Tx, id: number, viewer: Viewer): Promise<void> {
  const { rows } = await sql`
    select from items i
     where i.id = ${id} and i.deleted_at is null and ${itemVisibleToViewerSql(viewer.id)}`.execute(
    tx,
  )
  if (rows.length === 0) throw itemNotFound()
}
