import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, latitude, longitude } from '#platform/contract/shapes.ts'
import { maxCandidates, maxDishesOffered, maxPlacesPerMatch } from './limits.ts'

/** Text of a file that somebody chose. It is only compared with names here, and never kept. */
const fileText = z.string().max(300)

/**
 * `sure`: there is one restaurant of this name here. `likely`: one with nearly this name, or a little away. `several`:
 * more than one could be meant. `none`: nothing was found.
 */
const sureness = z.enum(['sure', 'likely', 'several', 'none'])

const candidate = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  /** Miles from the place's point. Null if the place has none, and only its city is known. */
  distanceMiles: z.number().nullable(),
  /** What its sources say that it serves and is, like 'burger' or 'pub'. */
  cuisines: z.array(z.string()),
  /** Its best dishes. `used` is true for the viewer's own favorites. */
  dishes: z
    .array(z.object({ id, name: z.string(), categoryId: z.int(), used: z.boolean() }))
    .max(maxDishesOffered),
})

export const matchSavedPlaces = call('POST /saved-places/match', {
  summary:
    'Which restaurants are meant by places that somebody saved elsewhere, by name and distance; nothing is kept',
  access: 'member',
  limit: 'match',
  refusedWhenTakenDown: true,
  input: z.object({
    places: z
      .array(
        z.object({
          name: fileText,
          latitude: latitude.nullish(),
          longitude: longitude.nullish(),
          address: fileText.optional(),
          city: fileText.optional(),
        }),
      )
      .max(maxPlacesPerMatch),
    /** Where to look for places that have neither a point nor a city. */
    around: z.object({ latitude, longitude }).nullish(),
  }),
  output: z.object({
    /** One for each place, in the same order. */
    matches: z.array(
      z.object({ sure: sureness, candidates: z.array(candidate).max(maxCandidates) }),
    ),
  }),
})
