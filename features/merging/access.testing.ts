import type { Samples } from '#platform/testing/access.ts'
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
  'GET /admin/merge/candidates': { input: () => ({ kind: 'restaurant', q: 'Place' }) },
  'GET /admin/merge/comparison': {
    input: async ({ restaurant }) => ({
      kind: 'restaurant',
      from: (await restaurant()).id,
      into: (await restaurant()).id,
    }),
  },
}
