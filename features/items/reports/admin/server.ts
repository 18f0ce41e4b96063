import { sql } from 'kysely'
import { joinCountingSql } from '#domain/queue/reporters.ts'
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
        from (select item_id, count(c.user_id)::integer as reports
                from item_reports r ${joinCountingSql('user_id')}
               where cleared_at is null group by item_id having count(c.user_id) > 0) m
        join items i on i.id = m.item_id join restaurants r on r.id = i.restaurant_id
       where i.deleted_at is null and r.deleted_at is null
       order by hidden desc, m.reports desc, i.id limit ${pageSize}`.execute(database)
    return rows
  }),
]
