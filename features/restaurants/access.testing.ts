import type { World } from '#platform/testing/access-world.ts'
import type { Sample, Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const aRestaurant: Sample = { input: async ({ restaurant }) => ({ id: (await restaurant()).id }) }

/** Adds a member's proposal of a phone number. If it is `applied`, the restaurant has that number. */
async function proposed(
  { database }: World['app'],
  { id }: { id: number },
  by: { id: number },
  applied: Date | null = null,
) {
  const phone = '+1 612 555 0198'
  if (applied)
    await database.updateTable('restaurants').set({ phone }).where('id', '=', id).execute()
  return database
    .insertInto('restaurant_corrections')
    .values({
      restaurant_id: id,
      field: 'phone',
      before: JSON.stringify(null),
      after: JSON.stringify(phone),
      user_id: by.id,
      created_at: new Date(),
      applied_at: applied,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

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
  'GET /restaurants/addresses': {
    input: async ({ restaurant }) => ({ ids: (await restaurant()).id }),
  },
  'GET /restaurants/:id': aRestaurant,
  'POST /restaurants/:id/closed': aRestaurant,
  'DELETE /restaurants/:id/closed': aRestaurant,
  'GET /restaurants/:id/corrections': aRestaurant,
  'GET /admin/corrections': { input: () => ({}) },
  'POST /restaurants/:id/corrections': {
    input: async ({ restaurant }) => ({
      id: (await restaurant()).id,
      field: 'address',
      value: '9 Sample Street',
    }),
    status: { unverified: 403 },
  },
  'POST /corrections/read-hours': {
    input: () => ({ value: 'Mo-Fr 09:00-17:00; PH off' }),
    status: { unverified: 403 },
  },
  'POST /corrections/:id/agree': {
    input: async ({ app, stranger, restaurant }) => proposed(app, await restaurant(), stranger),
    // These members are newcomers, so only an admin can decide.
    status: { unverified: 403, member: 409, owner: 409, other: 409, '20': 409 },
  },
  'DELETE /corrections/:id': {
    input: async ({ app, owner, restaurant }) => proposed(app, await restaurant(), owner),
    status: { unverified: 403, member: 403, other: 403, '20': 403 },
  },
  'POST /corrections/:id/undo': {
    input: async ({ app, owner, restaurant }) => ({
      ...(await proposed(app, await restaurant(), owner, new Date())),
    }),
  },
  'POST /admin/members/:id/undo-corrections': {
    input: async ({ app, owner, restaurant }) => {
      await proposed(app, await restaurant(), owner, new Date())
      return { id: owner.id }
    },
  },
  'POST /admin/members/:id/delete-restaurants': {
    input: async ({ app, owner, restaurant }) => {
      const { id } = await restaurant()
      const added = { added_by: owner.id, source: 'member' }
      await app.database.updateTable('restaurants').set(added).where('id', '=', id).execute()
      return { id: owner.id }
    },
  },
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
