import { z } from 'zod'
import { type Point, radians } from '#domain/position/miles.ts'
import type { RestaurantPlace } from '../contract.ts'
import { cleanText } from '#platform/text/invisible-characters.ts'
import { radiusMiles } from '../restaurant-search.server.ts'

const prefix = 'google:'
/** Google gives places without a building longer ids, which are of no use. */
export const isGoogleId = (id: string) => /^google:[\w-]{20,280}$/.test(id)

const metersInMile = 1609.344
/** Timeout in milliseconds, short because users wait for the answer while they type. */
const timeout = 1500

const text = z.object({ text: z.string() })
const prediction = z.object({
  placeId: z.string(),
  structuredFormat: z.object({ mainText: text, secondaryText: text.optional() }),
  types: z.array(z.string()).default([]),
  distanceMeters: z.number().nonnegative().default(Infinity),
})
/** Google leaves the key out if nothing matches. */
const predictions = z.object({
  suggestions: z.array(z.object({ placePrediction: prediction.optional() })).default([]),
})
const fieldMask = Object.keys(prediction.shape)
  .map((field) => `suggestions.placePrediction.${field}`)
  .join(',')
const place = z.object({
  displayName: text,
  formattedAddress: z.string().default(''),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
})
const foods = /restaurant|^(?:food|cafe|bar|pub|bakery|deli|meal_|coffee|ice_cream|tea_house)/

/**
 * Google Places (New): requests `places:autocomplete` while the user types and `places/{id}` for the choice, in one
 * session. Its terms forbid storing what it answers, so it is used only to prefill a form. The functions throw if
 * Google doesn't answer as it should.
 */
export function createGoogle({ key, url }: { key: string; url: string }) {
  /** Returns null if Google finds the request malformed or nothing at all. */
  async function request(path: string, mask: string, body?: object): Promise<unknown> {
    const answer = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: {
        'Content-Type': 'application/json',
        'X-Goog-Api-Key': key,
        'X-Goog-FieldMask': mask,
      },
      ...(body && { body: JSON.stringify({ languageCode: 'en', ...body }) }),
      // Only the address from the settings is trusted, not where it redirects to.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (answer.ok) return answer.json()
    await answer.body?.cancel()
    if ([400, 404].includes(answer.status)) return null
    // The answer's text is left out, because it may repeat the key or a visitor's input.
    throw new Error(`Google Places answered with status ${answer.status}.`)
  }

  async function autocomplete(input: string, session: string | undefined, more: object) {
    const body = { input, sessionToken: session, ...more }
    const found = predictions.parse(await request('/v1/places:autocomplete', fieldMask, body))
    return found.suggestions.flatMap(({ placePrediction }) => placePrediction ?? [])
  }

  return {
    /** Returns the names of cities: 'Minneapolis, MN, USA'. */
    async cities(q: string, near: Point | undefined, session: string | undefined) {
      const bias = near && { locationBias: rectangle(near, 0.1) }
      const found = await autocomplete(q, session, { includedPrimaryTypes: ['(cities)'], ...bias })
      return found.map(({ structuredFormat: { mainText, secondaryText } }) =>
        [mainText.text, secondaryText?.text].filter(Boolean).join(', '),
      )
    },

    async restaurants(q: string, near: Point, session: string | undefined) {
      // A rectangle, because Google allows a circle a radius of at most 50 km.
      const locationRestriction = rectangle(near, radiusMiles / milesInDegree)
      const found = await autocomplete(q, session, { origin: near, locationRestriction })
      return found.flatMap(restaurantsOf).toSorted((a, b) => a.distanceMiles - b.distanceMiles)
    },

    /** Returns null for an unknown id, and for a place without a name or a position. */
    async details(id: string, session: string | undefined) {
      const query = new URLSearchParams({ languageCode: 'en' })
      if (session) query.set('sessionToken', session)
      const path = `/v1/places/${encodeURIComponent(id.slice(prefix.length))}?${query}`
      const { data } = place.safeParse(
        await request(path, 'id,displayName,formattedAddress,location'),
      )
      const name = cleanText(data?.displayName.text)
      if (!data || !name) return null
      const address = cleanText(data.formattedAddress, 300) ?? ''
      return { id, name, address, ...data.location, response: null }
    },
  }
}

/** Returns a suggestion of Google as ours, or none if it is far away or no place to eat or drink. */
function restaurantsOf(found: z.output<typeof prediction>): RestaurantPlace[] {
  const { mainText, secondaryText } = found.structuredFormat
  const [name, address] = [cleanText(mainText.text), cleanText(secondaryText?.text, 300)]
  const distanceMiles = found.distanceMeters / metersInMile
  const isUsable = distanceMiles <= radiusMiles && found.types.some((type) => foods.test(type))
  if (!name || !address || !isUsable) return []
  const unknown = { latitude: null, longitude: null, restaurantId: null }
  return [{ id: prefix + found.placeId, name, address, distanceMiles, ...unknown }]
}

const milesInDegree = 69

/** Returns the area that reaches so many degrees of latitude to each side of a point. */
function rectangle({ latitude, longitude }: Point, degrees: number) {
  const wide = degrees / Math.cos(radians(latitude))
  const low = { latitude: latitude - degrees, longitude: longitude - wide }
  const high = { latitude: latitude + degrees, longitude: longitude + wide }
  return { rectangle: { low, high } }
}
