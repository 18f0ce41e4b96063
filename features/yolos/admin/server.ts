import { sql } from 'kysely'
import { categoryById } from '#domain/vocabulary/categories.ts'
import {
  createdAtSql,
  newestFirst,
  pageSize,
  requestedDays,
  tablePage,
  withinDaysSql,
} from '#features/admin/table.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { recentYolos } from './contract.ts'

type Recent = Omit<OutputOf<typeof recentYolos>['recentYolos'][number], 'categoryName'>

export const recentYoloHandlers = ({ database, clock }: Services) => [
  implementCall(recentYolos, async ({ input }) => {
    const days = await requestedDays({ database, clock }, input)
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from yolos y where ${withinDaysSql(days, 'y.created_at')}`.execute(
      database,
    )
    const { items, cursor } = await tablePage(
      database,
      {
        columns: sql<Recent>`
          y.id, y.user_id as "userId", u.user_name as "userName", u.email, y.category_id as "categoryId",
          y.item_id as "itemId", i.name as "itemName", r.id as "restaurantId", r.name as "restaurantName",
          ${createdAtSql('y')} as "createdAt"`,
        from: sql`
          yolos y join users u on u.id = y.user_id
          join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id`,
        where: [withinDaysSql(days, 'y.created_at')],
        texts: [sql`u.user_name`, sql`u.email`, sql`i.name`, sql`r.name`],
        ...newestFirst('yolos', 'y'),
      },
      { pageSize, ...input },
    )
    const named = items.map((row) => ({
      ...row,
      categoryName: categoryById(row.categoryId)!.name,
    }))
    return { recentYolos: named, count: counted.rows[0]!.count, cursor }
  }),
]
