import type { Sample, Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const aRestaurant: Sample = { input: async ({ restaurant }) => ({ id: (await restaurant()).id }) }

/** A member's proposal of a phone number. */
const proposed: Sample['input'] = async ({ app, owner, restaurant }) =>
  app.database
    .insertInto('restaurant_corrections')
    .values({
      restaurant_id: (await restaurant()).id,
      field: 'phone',
      value: JSON.stringify('+1 612 555 0198'),
      user_id: owner.id,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const samples: Samples<typeof calls> = {
  'GET /restaurantsByCity': { input: () => ({ city: 'Minneapolis' }) },
  'GET /itemsWithYolos': {
    input: async ({ restaurant }) => ({ restaurantId: (await restaurant()).id }),
  },
  'GET /restaurants': {
    input: async ({ item }) => {
      const { place } = await item()
      return { name: place.name, placeId: place.placeId }
    },
  },
  'GET /restaurants/:id': aRestaurant,
  'POST /restaurants/:id/closed': aRestaurant,
  'DELETE /restaurants/:id/closed': aRestaurant,
  'GET /admin/corrections': { input: () => ({}) },
  'POST /restaurants/:id/corrections': {
    input: async ({ restaurant }) => ({ id: (await restaurant()).id, address: '9 Sample Street' }),
    status: { unverified: 403 },
  },
  'POST /admin/corrections/:id/accept': { input: proposed },
  'POST /admin/corrections/:id/decline': { input: proposed },
  'GET /markedClosedRestaurant': { input: () => ({}) },
  'GET /restaurant/markClosed': {
    input: async ({ restaurant }) => ({ restaurantId: (await restaurant()).id }),
  },
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
}
