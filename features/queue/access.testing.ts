import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /admin/queue': noInput,
  'POST /admin/queue/decide': {
    input: async ({ restaurant, owner, app }) => {
      const { id } = await restaurant()
      await app.post(`/api/restaurants/${id}/closed`, {}, { as: owner })
      return { ids: [`restaurant-${id}-1`], decision: 'dismiss', reason: 'It is open.' }
    },
  },
}
