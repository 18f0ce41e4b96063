import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id, latitude, longitude, v } from '#platform/contract/shapes.ts'

export const tileNotFound = failure(404, 'tile_not_found', 'The map has nothing there.')

const tile = {
  z: z.coerce.number().int().min(0).max(22),
  x: z.coerce.number().int().min(0).max(4_194_303),
  y: z.coerce.number().int().min(0).max(4_194_303),
}

export const restaurantPoints = call('GET /map/restaurants', {
  summary: 'Where up to 200 restaurants are (comma list of ids); those that are gone are left out',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    restaurants: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'A comma list of at most 200 ids.'),
    v,
  }),
  output: z.array(z.object({ id, latitude, longitude })),
})

export const drawnTiles = call('GET /map/drawn/:z/:x/:y', {
  summary:
    'A tile of the drawn map (Mapbox Vector Tile): land, borders, names, restaurants, a grid',
  access: 'anyone',
  limit: 'map',
  input: z.object({ ...tile, v }),
  output: z.any(),
  produces: 'application/vnd.mapbox-vector-tile',
  errors: [tileNotFound],
})
