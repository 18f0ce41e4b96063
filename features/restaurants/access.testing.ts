import type { Sample, Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const aRestaurant: Sample = { input: async ({ restaurant }) => ({ id: (await restaurant()).id }) }

export const samples: Samples<typeof calls> = {
  'GET /restaurants': {
    input: async ({ item }) => {
      const { place } = await item()
      return { name: place.name, placeId: place.placeId }
    },
  },
  'GET /restaurants/:id': aRestaurant,
  'POST /restaurants/:id/closed': aRestaurant,
  'DELETE /restaurants/:id/closed': aRestaurant,
  'GET /restaurant/markClosed': {
    input: async ({ restaurant }) => ({ restaurantId: (await restaurant()).id }),
  },
}
