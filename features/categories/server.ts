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
      .selectFrom('yolos')
      .select(['category_id', sql<number>`count(*)::integer`.as('counter')])
      .where('user_id', '=', viewer.id)
      .groupBy('category_id')
      .execute()
    const counters = new Map(counted.map((row) => [row.category_id, row.counter]))
    return categories.map(({ id, name }) => ({ id, name, counter: counters.get(id) ?? 0 }))
  }),
]
