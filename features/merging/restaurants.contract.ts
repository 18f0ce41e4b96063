import { z } from 'zod'
import { merged } from './items.contract.ts'
import { call } from '#platform/contract/call.ts'
import { id } from '#platform/contract/shapes.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'

export const mergeRestaurants = call('POST /restaurants/:id/merge', {
  summary:
    'Make two restaurants one: `id` goes, `into` stays with the dishes of both; those of one name and category become one',
  access: 'admin',
  limit: 'write',
  input: z.object({ id, into: id }),
  output: merged.extend({
    /** The restaurant that stayed. */
    id,
    name: z.string(),
    /** The other restaurant's page and place id redirect here. */
    placeId: z.string(),
    items: z.object({ moved: z.int(), joined: z.int() }),
    /** By this number the operator's command undoes it. */
    merge: id,
  }),
  errors: [restaurantNotFound],
})
