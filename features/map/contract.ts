import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster, latitude, longitude } from '#platform/contract/shapes.ts'

export const restaurantPoints = call('GET /map/restaurants', {
  summary: 'Where up to 200 restaurants are (comma list of ids); those that are gone are left out',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    restaurants: z.string().regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'A comma list of at most 200 ids.'),
    v: ignoredCacheBuster,
  }),
  output: z.array(z.object({ id, latitude, longitude })),
})

export const basemap = call('GET /map/basemap', {
  summary: 'The addresses of what maps are drawn on; without one, it is the built-in map',
  access: 'anyone',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({
    /** MapLibre styles of the operator for the light and the dark look, or null. */
    styles: z.object({ light: z.string(), dark: z.string() }).nullable(),
    /** The operator's PMTiles file, or null. */
    file: z.string().nullable(),
  }),
})
