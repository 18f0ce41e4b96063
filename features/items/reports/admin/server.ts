import { sql } from 'kysely'
import { joinCountingSql } from '#domain/queue/reporters.ts'
import { pageSize } from '#features/admin/pages.server.ts'
import {
  caseInsensitiveSql,
  orderWithOffset,
  tablePage,
  type TableList,
} from '#features/admin/table-page.server.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { reportedItemsTable, listReportedItems } from './contract.ts'

type MarkedItem = OutputOf<typeof listReportedItems>[number]

export const reportAdminHandlers = ({ database }: Services) => [
  implementCall(listReportedItems, async () => {
    const { items } = await tablePage(database, reportedItems(), { order: 'asc' }, pageSize)
    return items
  }),

  implementCall(reportedItemsTable, async ({ input }) =>
    tablePage(database, reportedItems(input.hidden), input),
  ),
]

type ItemSort = NonNullable<ParsedInputOf<typeof reportedItemsTable>['sort']>

const reportedItems = (hidden?: boolean): TableList<MarkedItem, ItemSort, number> => ({
  columns: sql`
    i.id, i.name, r.id as "restaurantId", r.name as "restaurantName", m.reports as "reportCount",
    i.hidden_at is not null as hidden`,
  from: sql`
    (select item_id, count(*)::integer as reports, count(c.user_id) as counting
       from item_reports r ${joinCountingSql('user_id')}
      where cleared_at is null group by item_id) m
    join items i on i.id = m.item_id join restaurants r on r.id = i.restaurant_id`,
  where: [
    sql`i.deleted_at is null and r.deleted_at is null`,
    ...(hidden === undefined ? [] : [sql<boolean>`(i.hidden_at is not null) = ${hidden}`]),
  ],
  texts: [sql`i.name`, sql`r.name`],
  sorts: {
    name: caseInsensitiveSql('i.name'),
    restaurantName: caseInsensitiveSql('r.name'),
    reportCount: sql`m.reports`,
  },
  id: sql`i.id`,
  own: orderWithOffset(sql`i.hidden_at is not null desc, m.counting desc, m.reports desc, i.id`),
})
