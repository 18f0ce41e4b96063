import { z } from 'zod'
import { categoryId, distanceMiles } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster, latitude, longitude } from '#platform/contract/shapes.ts'

export const maxLikelyRestaurants = 12

const near = z.object({
  category: categoryId,
  latitude,
  longitude,
  distanceMiles,
  v: ignoredCacheBuster,
})

export const likelyRestaurants = call('GET /listings/likely', {
  summary:
    'The nearest restaurants that likely serve a category and have no listed dish of it; they are in no order of merit',
  access: 'anyone',
  limit: 'read',
  input: near,
  output: z
    .array(
      z.object({
        id,
        name: z.string(),
        address: z.string(),
        distanceMiles: z.number(),
        /**
         * What it serves and is according to its sources, like 'burger' or 'pub'. Empty if only its name suggests it.
         */
        cuisines: z.array(z.string()),
      }),
    )
    .max(maxLikelyRestaurants),
})

export const nearestListedCity = call('GET /listings/nearest-city', {
  summary:
    'The city of the nearest listed dishes of a category beyond the distance, if there are any',
  access: 'anyone',
  limit: 'read',
  input: near,
  output: z.object({
    city: z.object({ name: z.string(), slug: z.string(), distanceMiles: z.number() }).nullable(),
  }),
})
