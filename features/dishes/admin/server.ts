import { sql } from 'kysely'
import { createdAtSql, pageSize } from '#features/admin/table.server.ts'
import { itemNotFound } from '#features/items/contract.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { showItemToAdmin } from './contract.ts'

type Info = OutputOf<typeof showItemToAdmin>

export const dishAdminHandlers = ({ database }: Services) => [
  implementCall(showItemToAdmin, async ({ input: { itemId } }) => {
    const found = await sql<Omit<Info, 'yolos'>>`
      select i.id, i.name, r.id as "restaurantId", r.name as "restaurantName", i.upvote_count as "upvoteCount",
             i.category_id as "categoryId", i.hidden_at is not null as gone,
             i.deleted_at is not null or r.deleted_at is not null as deleted
        from items i join restaurants r on r.id = i.restaurant_id
       where i.id = ${itemId} and i.merged_into is null`.execute(database)
    const item = found.rows[0]
    if (!item) throw itemNotFound()
    const { rows: yolos } = await sql<Info['yolos'][number]>`
      select y.id, y.user_id as "userId", coalesce(y.shown_name, u.user_name) as "userName", u.email,
             y.description, ${createdAtSql('y')} as "createdAt"
        from yolos y join users u on u.id = y.user_id
       where y.item_id = ${itemId} order by y.created_at desc, y.id desc limit ${pageSize}`.execute(
      database,
    )
    return { ...item, yolos }
  }),
]
