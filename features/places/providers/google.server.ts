import { ServiceUnavailableError } from '#platform/server/service-unavailable.ts'
import { z } from 'zod'
import { cleanText } from '../import/sources/source-place.ts'
import { boxAround, type ExternalPlaceProvider, radiusMiles } from './provider.server.ts'
import { entriesOf, requestProvider } from './ask.server.ts'

const prefix = 'google:'
const metresInMile = 1609.344
/** Returns whether a place id is one of Google's. Google gives places without a building longer ids, which aren't kept. */
const owns = (id: string) => /^google:[\w-]{20,280}$/.test(id)

const texts = z.object({ text: z.string() })
const predictions = z.object({
  // Google leaves the key out if nothing matches.
  suggestions: entriesOf(
    z.object({
      placePrediction: z
        .object({
          placeId: z.string(),
          structuredFormat: z.object({ mainText: texts, secondaryText: texts.optional() }),
          types: z.array(z.string()).default([]),
          distanceMeters: z.number().nonnegative().optional(),
        })
        .optional(),
    }),
  ).default([]),
})
const place = z.object({
  id: z.string(),
  displayName: texts.optional(),
  formattedAddress: z.string().default(''),
  location: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .optional(),
})
const foods = /restaurant|^(?:food|cafe|bar|pub|bakery|deli|meal_|coffee|ice_cream|tea_house)/

/**
 * Google Places (New): requests `places:autocomplete` while the user types and `places/{id}` for the choice, in one
 * session. Its terms allow only place ids to be stored, so the rest is used only to locate a place and prefill the
 * form.
 */
export function createGoogleProvider({
  key,
  url,
}: {
  key: string
  url: string
}): ExternalPlaceProvider {
  const autocomplete = async (body: object, fields: string) => {
    const found = await requestProvider(new URL('/v1/places:autocomplete', url), predictions, {
      method: 'POST',
      headers: { 'X-Goog-Api-Key': key, 'X-Goog-FieldMask': fields },
      body: { languageCode: 'en', ...body },
    })
    // Status 404 here means that the configured address has no such service.
    if (!found) throw new ServiceUnavailableError('malformed')
    return found.suggestions.flatMap(({ placePrediction }) => placePrediction ?? [])
  }
  const mask = (...fields: string[]) =>
    fields.map((field) => `suggestions.placePrediction.${field}`).join(',')

  return {
    name: 'google',
    // Accepts only well-formed ids, because each request costs money.
    owns,

    async cities(q, near, session) {
      const found = await autocomplete(
        {
          input: q,
          includedPrimaryTypes: ['(cities)'],
          ...(near && { locationBias: { rectangle: rectangle(near, 0.1) } }),
          ...(session && { sessionToken: session }),
        },
        mask('placeId', 'structuredFormat'),
      )
      return found.map(({ structuredFormat: { mainText, secondaryText } }) => ({
        text: [mainText.text, secondaryText?.text].filter(Boolean).join(', '),
        point: null,
      }))
    },

    async restaurants(q, near, session) {
      const found = await autocomplete(
        {
          input: q,
          origin: near,
          // A rectangle, because Google allows a circle a radius of at most 50 km.
          locationRestriction: { rectangle: rectangle(near) },
          ...(session && { sessionToken: session }),
        },
        mask('placeId', 'structuredFormat', 'types', 'distanceMeters'),
      )
      return found.flatMap((prediction) => {
        const { mainText, secondaryText } = prediction.structuredFormat
        const [name, address] = [cleanText(mainText.text), cleanText(secondaryText?.text, 300)]
        const miles = (prediction.distanceMeters ?? Infinity) / metresInMile
        const isFood = prediction.types.some((type) => foods.test(type))
        const id = prefix + prediction.placeId
        if (!name || !address || !isFood || miles > radiusMiles || !owns(id)) return []
        return [{ id, name, address, point: null, miles }]
      })
    },

    findsById: true,
    async details(id, { session }) {
      const endpoint = new URL(`/v1/places/${encodeURIComponent(id.slice(prefix.length))}`, url)
      endpoint.searchParams.set('languageCode', 'en')
      if (session) endpoint.searchParams.set('sessionToken', session)
      const found = await requestProvider(endpoint, place, {
        headers: {
          'X-Goog-Api-Key': key,
          'X-Goog-FieldMask': 'id,displayName,formattedAddress,location',
        },
      })
      // Not every place of Google's has a name and a point, and anyone may ask for any.
      const name = cleanText(found?.displayName?.text)
      if (!found?.location || !name) return null
      const address = cleanText(found.formattedAddress, 300) ?? ''
      return { id, name, address, ...found.location, response: { pinMayBeKept: false } }
    },
  }
}

const rectangle = (near: Parameters<typeof boxAround>[0], degrees?: number) => {
  const { south, west, north, east } = boxAround(near, degrees)
  return {
    low: { latitude: south, longitude: west },
    high: { latitude: north, longitude: east },
  }
}
