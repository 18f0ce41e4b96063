import { noInput, type Sample, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const anItem: Sample = { input: async ({ item }) => ({ id: (await item()).id }) }

/** Admins may change any member's yolo; everyone else may change only their own. */
const notTheirs = { unverified: 403, member: 403, other: 403, '20': 403 } as const

export const samples: Samples<typeof calls> = {
  'GET /recentYolos': noInput,
  'POST /yolos': {
    input: async ({ restaurant, fresh }) => ({
      placeId: (await restaurant()).placeId,
      categoryId: 3,
      itemName: fresh('Burger'),
    }),
  },
  'PUT /yolos': {
    input: async ({ item }) => ({ id: (await item()).yoloId, description: 'Crisp.' }),
    status: notTheirs,
  },
  'PUT /yolo/name': {
    input: async ({ item, fresh }) => ({ yoloId: (await item()).yoloId, new_name: fresh('Stew') }),
    status: notTheirs,
  },
  'PUT /yolos/category': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId, categoryId: 1 }),
    status: notTheirs,
  },
  'DELETE /yolos/delete/:yoloId': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId }),
    status: notTheirs,
  },
  'GET /items/:id/editable-yolos': anItem,
  'PUT /yolos/:id/tags': {
    input: async ({ item }) => ({ id: (await item()).yoloId, tags: [] }),
    status: notTheirs,
  },
  'POST /yolos/swap': {
    input: async ({ item, fresh }) => {
      const { yoloId, place } = await item()
      const { placeId } = place
      return { outId: yoloId, placeId, categoryId: 3, itemName: fresh('Burger') }
    },
    // Everyone may swap only their own favorites, and admins are no exception.
    status: { ...notTheirs, '514': 403, '6': 403 },
  },
  'POST /add-more-tags/:yoloId': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId, tags: [] }),
    status: notTheirs,
  },
  'GET /restaurant-items': {
    input: async ({ restaurant, fresh }) => ({
      placeId: (await restaurant()).placeId,
      itemName: fresh('Salad'),
    }),
  },
}
