import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, latitude, longitude } from '#platform/contract/shapes.ts'
import { maxCandidates, maxDishesOffered, maxPlacesPerMatch } from './limits.ts'

/** Text from a file that a member chose. It is only used to find restaurants, and is never stored. */
const fileText = z.string().max(300)

/**
 * `sure`: one restaurant has this name and is at this point, or has nearly this name and this address. `likely`: one
 * has nearly this name and is at this point, or has this name but is a little away or only known to be in the same
 * city, or is `sure` but for that only the member who added it speaks for it. `several`: the two best matches are
 * equally good, or even the best is weak, or one that only its adder speaks for is better. `none`: nothing was found.
 */
const sureness = z.enum(['sure', 'likely', 'several', 'none'])

const candidate = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  /** Miles from the place's point. Null if the place has no point. */
  distanceMiles: z.number().nullable(),
  /** What the restaurant serves and what kind of place it is, such as 'burger' or 'pub', according to its sources. */
  cuisines: z.array(z.string()),
  /** The restaurant's highest-ranked dishes. `used` is true for the viewer's own favorites. */
  dishes: z
    .array(z.object({ id, name: z.string(), categoryId: z.int(), used: z.boolean() }))
    .max(maxDishesOffered),
})

export const matchSavedPlaces = call('POST /saved-places/match', {
  summary:
    'Which restaurants are meant by places that somebody saved elsewhere, by name and distance; nothing is kept',
  access: 'member',
  limit: 'match',
  onlyReads: true,
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
    /** Where to look for places without a point and without a city that we know. */
    around: z.object({ latitude, longitude }).nullish(),
  }),
  output: z.object({
    /** One for each place, in the same order. */
    matches: z.array(
      z.object({
        sure: sureness,
        /** Whether it has neither a point nor a city that we know, so that it was looked for around `around` at most. */
        unplaced: z.boolean(),
        candidates: z.array(candidate).max(maxCandidates),
      }),
    ),
  }),
})
