import { restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { markClosed, reportClosed, restaurantNotFound, withdrawClosedReport } from './contract.ts'

// A report is a row, and taking it back deletes the row. The trigger restaurant_reports_changed hides a restaurant that
// enough counting members report, and keeps its case.

export const closedReportHandlers = (services: Services) => [
  implementCall(reportClosed, ({ input: { id }, viewer }) => report(services, id, viewer)),
  implementCall(markClosed, ({ input: { restaurantId }, viewer }) =>
    report(services, restaurantId, viewer),
  ),
  implementCall(withdrawClosedReport, async ({ input: { id }, viewer }) => {
    await refuseUnseen(services.database, id, viewer)
    await services.database
      .deleteFrom('restaurant_reports')
      .where('restaurant_id', '=', id)
      .where('user_id', '=', viewer.id)
      .execute()
    return { id, restaurantClosed: false }
  }),
]

async function report({ database, clock }: Services, id: number, viewer: Viewer) {
  const { closed } = await refuseUnseen(database, id, viewer)
  // What is closed already needs no report.
  if (!closed)
    await database
      .insertInto('restaurant_reports')
      .values({ restaurant_id: id, user_id: viewer.id, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['restaurant_id', 'user_id']).doNothing())
      .execute()
  return { id, restaurantClosed: true }
}

async function refuseUnseen(database: Database, id: number, viewer: Viewer) {
  const row = await database
    .selectFrom('restaurants as r')
    .select('r.hidden_at as closed')
    .where('r.id', '=', id)
    .where('r.deleted_at', 'is', null)
    .where(restaurantVisibleToViewerSql(viewer.id))
    .executeTakeFirst()
  if (!row) throw restaurantNotFound()
  return row
}
