import { sql } from 'kysely'
import { pageSize } from '#features/admin/table.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { listReportedItems } from './contract.ts'

type MarkedItem = OutputOf<typeof listReportedItems>[number]

/** The reports of counting members are the ones that count, and the only ones that are listed. */
export const reportAdminHandlers = ({ database }: Services) => [
  implementCall(listReportedItems, async () => {
    const { rows } = await sql<MarkedItem>`
      select i.id, i.name, r.id as "restaurantId", r.name as "restaurantName", m.reports as "reportCount",
             i.hidden_at is not null as hidden
        from (select item_id, count(*)::integer as reports
                from item_reports r join users u on u.id = r.user_id and u.counts group by item_id) m
        join items i on i.id = m.item_id join restaurants r on r.id = i.restaurant_id
       where i.deleted_at is null and r.deleted_at is null
       order by hidden desc, m.reports desc, i.id limit ${pageSize}`.execute(database)
    return rows
  }),
]
