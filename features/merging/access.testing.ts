import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'POST /items/:id/merge': {
    input: async ({ item }) => {
      const { id, place } = await item()
      return { id, into: (await item(place)).id }
    },
  },
  'POST /restaurants/:id/merge': {
    input: async ({ restaurant }) => ({
      id: (await restaurant()).id,
      into: (await restaurant()).id,
    }),
  },
  'GET /admin/merge/restaurants': { input: () => ({ q: 'Place' }) },
  'GET /admin/merge/twins': {
    input: async ({ restaurant }) => ({ restaurantId: (await restaurant()).id }),
  },
  'GET /admin/merge/comparison': {
    input: async ({ restaurant }) => ({
      kind: 'restaurant',
      from: (await restaurant()).id,
      into: (await restaurant()).id,
    }),
  },
  'GET /admin/merges': noInput,
  'POST /admin/merges/:id/undo': {
    input: async ({ app, actor, restaurant }) => {
      const [goes, stays] = [await restaurant(), await restaurant()]
      const path = `/api/restaurants/${goes.id}/merge`
      const { body } = await app.post(path, { into: stays.id }, { as: await actor('6') })
      return { id: body.merge }
    },
  },
}
