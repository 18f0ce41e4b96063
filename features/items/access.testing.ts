import { noInput, type Sample, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const anItem: Sample = { input: async ({ item }) => ({ id: (await item()).id }) }

export const samples: Samples<typeof calls> = {
  'GET /markedExpiredItem': noInput,
  'GET /marks': { input: async ({ item }) => ({ items: String((await item()).id) }) },
  'POST /items/:id/upvote': { ...anItem, status: { owner: 409 } },
  'POST /items/:id/removeUpvote': anItem,
  'POST /items/:id/expired': anItem,
  'DELETE /items/:id/expired': anItem,
  'POST /items/:id/confirm': { ...anItem, status: { unverified: 403 } },
  'POST /items/upvote-yolo': {
    input: async ({ item }) => ({ itemId: (await item()).id, newCount: 7 }),
  },
  'GET /items/similar': {
    input: async ({ restaurant, fresh }) => ({
      restaurantId: (await restaurant()).id,
      category: 3,
      itemName: fresh('Salad'),
    }),
  },
  'GET /itemExpired': { input: async ({ item }) => ({ itemId: (await item()).id }) },
  'GET /items': {
    input: async ({ restaurant }) => ({ placeId: (await restaurant()).placeId, category: 3 }),
  },
}
