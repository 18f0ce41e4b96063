import { sql } from 'kysely'
import { reporterNotHeld } from '#domain/holds.ts'
import { pageSize } from '#features/admin/pages.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { markedItems, markedRestaurants } from './contract.ts'

type MarkedItem = OutputOf<typeof markedItems>[number]
type MarkedRestaurant = OutputOf<typeof markedRestaurants>['restaurants'][number]

export const markedHandlers = ({ database }: Services) => [
  implementCall(markedItems, async () => {
    const { rows } = await sql<MarkedItem>`
      select i.id, i.name, r.id as "restaurantId", r.name as "restaurantName", m.reports as "reportCount",
             i.hidden_at is not null as hidden
        from (select item_id, count(*)::integer as reports from item_reports r
               where cleared_at is null and ${reporterNotHeld('user_id')} group by item_id) m
        join items i on i.id = m.item_id join restaurants r on r.id = i.restaurant_id
       where i.deleted_at is null and r.deleted_at is null
       order by i.hidden_at is not null desc, m.reports desc, i.id limit ${pageSize}`.execute(
      database,
    )
    return rows
  }),

  implementCall(markedRestaurants, async () => {
    const { rows } = await sql<MarkedRestaurant>`
      select r.id, r.name, r.name as "restaurantName", r.address, m.reports as "reportCount",
             r.hidden_at is not null as hidden
        from (select restaurant_id, count(*)::integer as reports from restaurant_reports r
               where cleared_at is null and ${reporterNotHeld('user_id')} group by restaurant_id) m
        join restaurants r on r.id = m.restaurant_id
       where r.deleted_at is null
       order by r.hidden_at is not null desc, m.reports desc, r.id limit ${pageSize}`.execute(
      database,
    )
    return { restaurants: rows }
  }),
]
