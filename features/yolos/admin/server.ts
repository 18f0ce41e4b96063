import { sql } from 'kysely'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { requestedDays } from '#features/admin/days.ts'
import {
  createdAt,
  cursorOfCreated,
  inDays,
  afterCursor,
  pageOf,
  pageSize,
} from '#features/admin/pages.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { recentYolos } from './contract.ts'

type Recent = Omit<OutputOf<typeof recentYolos>['recentYolos'][number], 'categoryName'>

export const recentYoloHandlers = ({ database, clock }: Services) => [
  implementCall(recentYolos, async ({ input }) => {
    const days = requestedDays(input, clock.now())
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from yolos y where ${inDays(days, 'y.created_at')}`.execute(
      database,
    )
    const { rows } = await sql<Recent & { place: string }>`
      select y.id, y.user_id as "userId", u.user_name as "userName", u.email, y.category_id as "categoryId",
             y.item_id as "itemId", i.name as "itemName", r.id as "restaurantId", r.name as "restaurantName",
             ${createdAt('y')} as "createdAt", ${cursorOfCreated('y')} as place
        from yolos y join users u on u.id = y.user_id
        join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
       where ${inDays(days, 'y.created_at')} and ${afterCursor(input.cursor, 'y.created_at', 'y.id')}
       order by y.created_at desc, y.id desc limit ${pageSize + 1}`.execute(database)
    const { page, cursor } = pageOf(rows)
    const named = page.map((row) => ({ ...row, categoryName: categoryById(row.categoryId)!.name }))
    return { recentYolos: named, count: counted.rows[0]!.count, cursor }
  }),
]
