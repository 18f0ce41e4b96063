import type { Sample, Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const anItem: Sample = { input: async ({ item }) => ({ id: (await item()).id }) }

export const samples: Samples<typeof calls> = {
  'GET /getItemInfo': { input: async ({ item }) => ({ itemId: (await item()).id }) },
  'GET /items/:id': anItem,
  'GET /items/:id/yolos': anItem,
}
