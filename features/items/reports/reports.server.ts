import { recordAudit } from '#domain/audit.ts'
import { withdrawReport } from '#domain/decisions.ts'
import { lockReporter } from '#domain/locks/lock-order.ts'
import { lockVisibleItem } from '#domain/merged.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { itemNotFound } from '../contract.ts'
import { refuseRenamed } from '../renamed.server.ts'
import {
  confirmOnMenu,
  reportOffMenuByGet,
  reportOffMenu,
  withdrawOffMenuReport,
  verificationRequired,
} from './contract.ts'

export const reportHandlers = (services: Services) => [
  implementCall(reportOffMenu, ({ input: { id, expectedName }, viewer }) =>
    report(services, id, viewer, expectedName),
  ),
  implementCall(reportOffMenuByGet, ({ input: { itemId }, viewer }) =>
    report(services, itemId, viewer),
  ),
  implementCall(withdrawOffMenuReport, ({ input: { id }, viewer }) =>
    takeBack(services, id, viewer),
  ),

  implementCall(confirmOnMenu, async ({ input, viewer }) => {
    if (!viewer.verified) throw verificationRequired()
    const now = services.clock.now()
    return transact(services.database, async (tx) => {
      const item = await lockVisibleItem(tx, input.id, viewer.id, 'change')
      // Without a favorite it isn't shown any more, unless it is hidden as gone.
      if (!item || (item.served && !item.listed)) throw itemNotFound()
      refuseRenamed(item, input.id, input.expectedName)
      const { id } = item
      await confirm(tx, id, now)
      // A member who confirms a dish also takes back their own report of it.
      await withdrawReport(tx, { about: 'item', id }, viewer, now)
      return { id, confirmedAt: now.toISOString() }
    })
  }),
]

async function confirm(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('items').set({ confirmed_at: now }).where('id', '=', id).execute()
}

async function report(
  { database, clock, events }: Services,
  wanted: number,
  viewer: Viewer,
  expectedName?: string | null,
) {
  const now = clock.now()
  const confirms = isAdmin(viewer)
  const { id, tipped, stands } = await transact(database, async (tx) => {
    await lockReporter(tx, viewer.id)
    const item = await lockVisibleItem(tx, wanted, viewer.id)
    if (!item) throw itemNotFound()
    const { id } = item
    const made = await tx
      .insertInto('item_reports')
      .values({ item_id: id, user_id: viewer.id, created_at: now, confirms })
      // What a confirmation cleared can be reported again; what an admin decided can't.
      .onConflict((conflict) =>
        conflict
          .columns(['item_id', 'user_id'])
          .doUpdateSet({ created_at: now, cleared_at: null, withdrawn_at: null, hid_at: null })
          .where('item_reports.cleared_at', 'is not', null)
          .where('item_reports.decision_id', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
    // The triggers of `item_reports` have hidden the dish if `reportHideThreshold` members or an admin reported it.
    if (made && confirms) await recordAudit(tx, viewer, 'item.gone', `item ${id}`, { at: now })
    const { hidden_at: gone, ...named } = (await rowById(tx, 'items', id, [
      'id',
      'hidden_at',
      'name_key',
    ]))!
    // Only the new report's trigger has locked the item against a rename.
    refuseRenamed(named, wanted, expectedName)
    const withdrawn = await tx
      .selectFrom('item_reports')
      .select('withdrawn_at')
      .where('item_id', '=', id)
      .where('user_id', '=', viewer.id)
      .where('withdrawn_at', 'is not', null)
      .executeTakeFirst()
    return { id, tipped: Boolean(made && gone), stands: !withdrawn }
  })
  if (tipped) events.publish({ kind: 'gone', itemId: id })
  return { id, expired: stands }
}

async function takeBack({ database, clock }: Services, wanted: number, viewer: Viewer) {
  return transact(database, async (tx) => {
    const item = await lockVisibleItem(tx, wanted, viewer.id)
    if (!item) throw itemNotFound()
    const { id } = item
    const expired = await withdrawReport(tx, { about: 'item', id }, viewer, clock.now())
    return { id, expired }
  })
}
