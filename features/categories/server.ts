import { sql } from 'kysely'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { listCategories, userCategories } from './contract.ts'

export * as calls from './contract.ts'

export const handlers = ({ database }: Services) => [
  implementCall(listCategories, async () => [...categories]),

  implementCall(userCategories, async ({ viewer }) => {
    const counted = await database
      .selectFrom('yolos as y')
      .innerJoin('items as i', 'i.id', 'y.item_id')
      .select(['y.category_id', sql<number>`count(*)::integer`.as('counter')])
      .where('y.user_id', '=', viewer.id)
      .where('i.deleted_at', 'is', null)
      .groupBy('y.category_id')
      .execute()
    const counters = new Map(counted.map((row) => [row.category_id, row.counter]))
    return categories.map(({ id, name }) => ({ id, name, counter: counters.get(id) ?? 0 }))
  }),
]
