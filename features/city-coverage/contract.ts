import { z } from 'zod'
import { idCursor, tableInput, tableOutput } from '#features/admin/table-contract.ts'
import { placeNotFound } from '#features/places/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster, latitude, longitude } from '#platform/contract/shapes.ts'

/** Maximum number of restaurants on a city's map. */
export const maxMapped = 1000

const read = { access: 'admin', limit: 'read' } as const

export const cities = call('GET /admin/cities', {
  ...read,
  summary:
    'Cities with restaurants, or in which empty lists were shown in the last 30 days: their coverage, most restaurants first, filtered by `q`, 100 a page',
  input: tableInput(['name', 'restaurants', 'dishes', 'categories', 'emptyLists'], idCursor),
  output: tableOutput(
    z.object({
      /** The city's slug. */
      id: z.string(),
      name: z.string(),
      restaurants: z.int(),
      /** Number of listed dishes of these restaurants. */
      dishes: z.int(),
      /** Number of categories in which there is a dish. */
      categories: z.int(),
      /** How often an empty list was shown in the last 30 days. */
      emptyLists: z.int(),
    }),
    idCursor,
  ),
})

export const cityCoverage = call('GET /admin/cities/:slug', {
  ...read,
  summary:
    'What there is within 20 miles of a city, by category: dishes, their restaurants and members, and how many visitors found nothing',
  input: z.object({ slug: z.string().min(1).max(200), v: ignoredCacheBuster }),
  output: z.object({
    city: z.object({
      name: z.string(),
      slug: z.string(),
      latitude,
      longitude,
      population: z.int(),
    }),
    restaurants: z.int(),
    /** Restaurants with a listed dish. */
    restaurantsWithDishes: z.int(),
    dishes: z.int(),
    /** Members with a favorite among these dishes. */
    members: z.int(),
    /** All fourteen, in their usual order. */
    categories: z.array(
      z.object({
        id,
        name: z.string(),
        slug: z.string(),
        dishes: z.int(),
        restaurants: z.int(),
        members: z.int(),
        /** About how many visitors were shown an empty list of this category in the city in the last 30 days. */
        visitors: z.int(),
      }),
    ),
    /** Where restaurants are, those with dishes first. */
    places: z.array(z.object({ latitude, longitude, dishes: z.int() })).max(maxMapped),
  }),
  errors: [placeNotFound],
})
