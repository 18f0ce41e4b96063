import type { Transaction } from 'kysely'
import { restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { recordAudit } from '#domain/audit.ts'
import { withdrawReport } from '#domain/decisions.ts'
import { lockReporter } from '#domain/locks/lock-order.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { markClosed, reportClosed, restaurantNotFound, withdrawClosedReport } from './contract.ts'

export const closedReportHandlers = (services: Services) => [
  implementCall(reportClosed, ({ input: { id }, viewer }) => report(services, id, viewer)),
  implementCall(markClosed, ({ input: { restaurantId }, viewer }) =>
    report(services, restaurantId, viewer),
  ),
  implementCall(withdrawClosedReport, ({ input: { id }, viewer }) =>
    takeBack(services, id, viewer),
  ),
]

async function report({ database, clock, events }: Services, wanted: number, viewer: Viewer) {
  const now = clock.now()
  const confirms = isAdmin(viewer)
  const { id, tipped, stands } = await transact(database, async (tx) => {
    await lockReporter(tx, viewer.id)
    const id = await held(tx, wanted, viewer)
    const made = await tx
      .insertInto('restaurant_reports')
      .values({ restaurant_id: id, user_id: viewer.id, created_at: now, confirms })
      .onConflict((conflict) => conflict.columns(['restaurant_id', 'user_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst()
    // The trigger `restaurant_reports_inserted` hides the restaurant after `reportHideThreshold` reports or an admin's.
    if (made && confirms)
      await recordAudit(tx, viewer, 'restaurant.closed', `restaurant ${id}`, { at: now })
    const { hidden_at: closed } = await tx
      .selectFrom('restaurants')
      .select('hidden_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const withdrawn = await tx
      .selectFrom('restaurant_reports')
      .select('withdrawn_at')
      .where('restaurant_id', '=', id)
      .where('user_id', '=', viewer.id)
      .where('withdrawn_at', 'is not', null)
      .executeTakeFirst()
    return { id, tipped: Boolean(made && closed), stands: !withdrawn }
  })
  if (tipped) events.publish({ kind: 'closed', restaurantId: id })
  return { id, restaurantClosed: stands }
}

function takeBack({ database, clock }: Services, wanted: number, viewer: Viewer) {
  return transact(database, async (tx) => {
    const id = await held(tx, wanted, viewer)
    const thing = { about: 'restaurant', id } as const
    return { id, restaurantClosed: await withdrawReport(tx, thing, viewer, clock.now()) }
  })
}

/** Finds the restaurant that an id leads to, and locks it against merging and deletion until the transaction ends. */
async function held(tx: Transaction<DB>, id: number, viewer: Viewer): Promise<number> {
  const row = await tx
    .selectFrom('restaurants as r')
    .select(['id', 'deleted_at', restaurantVisibleToViewerSql(viewer.id).as('seen')])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row || row.deleted_at || !row.seen) throw restaurantNotFound()
  return row.id
}
