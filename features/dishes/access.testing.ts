import type { Sample, Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const anItem: Sample = { input: async ({ item }) => ({ id: (await item()).id }) }

export const samples: Samples<typeof calls> = {
  'GET /items/:id': anItem,
  'GET /items/:id/yolos': anItem,
}
