import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /shares': nothing,
  'GET /user/count': nothing,
  'GET /recentYolos': nothing,
  'GET /users-nearby': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /admin/overview': nothing,
  'GET /admin/members': nothing,
  'GET /admin/members/:id': { input: ({ owner }) => ({ id: owner.id }) },
  'GET /admin/members/:id/:part': { input: ({ owner }) => ({ id: owner.id, part: 'yolos' }) },
  'GET /admin/audit': nothing,
  'GET /restaurantsByCity': { input: () => ({ city: 'Minneapolis' }) },
  'GET /itemsWithYolos': {
    input: async ({ restaurant }) => ({ restaurantId: (await restaurant()).id }),
  },
  'GET /getItemInfo': { input: async ({ item }) => ({ itemId: (await item()).id }) },
  'GET /markedExpiredItem': nothing,
  'GET /markedClosedRestaurant': nothing,
  'PUT /items/delete': { input: async ({ item }) => ({ itemId: (await item()).id }) },
  'PUT /restaurant/delete': {
    input: async ({ restaurant }) => ({ restaurantId: (await restaurant()).id }),
  },
  'PUT /items/restore': {
    input: async ({ app, item }) => {
      const { id } = await item()
      const deleted = { deleted_at: app.services.clock.now() }
      await app.database.updateTable('items').set(deleted).where('id', '=', id).execute()
      return { itemId: id }
    },
  },
  'PUT /restaurant/restore': {
    input: async ({ app, restaurant }) => {
      const { id } = await restaurant()
      const deleted = { deleted_at: app.services.clock.now() }
      await app.database.updateTable('restaurants').set(deleted).where('id', '=', id).execute()
      return { restaurantId: id }
    },
  },
  'GET /admin/queue': nothing,
  'POST /admin/queue/decide': {
    input: async ({ restaurant, owner, app }) => {
      const { id } = await restaurant()
      await app.post(`/api/restaurants/${id}/closed`, {}, { as: owner })
      return { ids: [`restaurant-${id}-1`], decision: 'dismiss', reason: 'It is open.' }
    },
  },
}
