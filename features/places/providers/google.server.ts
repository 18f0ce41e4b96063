import { z } from 'zod'
import type { Point } from '#domain/position/miles.ts'
import { cleanText } from '../import/place.ts'
import { boxAround, radiusMiles, type PlaceDetails } from './provider.server.ts'

const prefix = 'google:'
const metersInMile = 1609.344
/** Timeout in milliseconds, short because users wait for the answer while they type. */
const timeout = 1500

/** Returns whether a place id is one of Google's. Google gives places without a building longer ids, which aren't stored. */
export const isGoogleId = (id: string) => /^google:[\w-]{20,280}$/.test(id)

const text = z.object({ text: z.string() })
/** Google leaves the key out if nothing matches. Entries of another shape are left out. */
const suggestions = z.object({ suggestions: z.array(z.unknown()).default([]) })
const suggestion = z.object({
  placePrediction: z.object({
    placeId: z.string(),
    structuredFormat: z.object({ mainText: text, secondaryText: text.optional() }),
    types: z.array(z.string()).default([]),
    distanceMeters: z.number().nonnegative().optional(),
  }),
})
const place = z.object({
  displayName: text,
  formattedAddress: z.string().default(''),
  location: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
})
const foods = /restaurant|^(?:food|cafe|bar|pub|bakery|deli|meal_|coffee|ice_cream|tea_house)/

type Access = { key: string; url: string }
export type GoogleRestaurant = { id: string; name: string; address: string; miles: number }

/**
 * Google Places (New): requests `places:autocomplete` while the user types and `places/{id}` for the choice, in one
 * session. Its terms allow only place ids to be stored, so the rest is used only to locate a place and prefill the
 * form. The functions throw if Google doesn't answer as it should.
 */
export function createGoogle({ key, url }: Access) {
  const request = (path: string, fields: string, body?: object) =>
    requestGoogle({ key, url }, path, fields, body)

  async function autocomplete(body: object, fields: string[]) {
    const mask = fields.map((field) => `suggestions.placePrediction.${field}`).join(',')
    const found = suggestions.parse(await request('/v1/places:autocomplete', mask, body))
    return found.suggestions.flatMap(
      (entry) => suggestion.safeParse(entry).data?.placePrediction ?? [],
    )
  }

  return {
    /** Returns the names of cities: 'Minneapolis, MN, USA'. */
    async cities(q: string, near: Point | undefined, session: string | undefined) {
      const found = await autocomplete(
        {
          input: q,
          includedPrimaryTypes: ['(cities)'],
          ...(near && { locationBias: { rectangle: rectangle(near, 0.1) } }),
          sessionToken: session,
        },
        ['placeId', 'structuredFormat'],
      )
      return found.map(({ structuredFormat: { mainText, secondaryText } }) =>
        [mainText.text, secondaryText?.text].filter(Boolean).join(', '),
      )
    },

    async restaurants(
      q: string,
      near: Point,
      session: string | undefined,
    ): Promise<GoogleRestaurant[]> {
      const found = await autocomplete(
        {
          input: q,
          origin: near,
          // A rectangle, because Google allows a circle a radius of at most 50 km.
          locationRestriction: { rectangle: rectangle(near) },
          sessionToken: session,
        },
        ['placeId', 'structuredFormat', 'types', 'distanceMeters'],
      )
      return found.flatMap(restaurantOf)
    },

    /** Returns null for an unknown id, and for a place without a name or a position. */
    async details(id: string, session: string | undefined): Promise<PlaceDetails | null> {
      const query = new URLSearchParams({ languageCode: 'en' })
      if (session) query.set('sessionToken', session)
      const path = `/v1/places/${encodeURIComponent(id.slice(prefix.length))}?${query}`
      try {
        const { data } = place.safeParse(
          await request(path, 'id,displayName,formattedAddress,location'),
        )
        const name = cleanText(data?.displayName.text)
        if (!data || !name) return null
        const address = cleanText(data.formattedAddress, 300) ?? ''
        return { id, name, address, ...data.location, response: { pinMayBeKept: false } }
      } catch (error) {
        if (error instanceof GoogleError && [400, 404].includes(error.status)) return null
        throw error
      }
    },
  }
}

async function requestGoogle(
  { key, url }: Access,
  path: string,
  fields: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(new URL(path, url), {
    method: body ? 'POST' : 'GET',
    headers: {
      'Content-Type': 'application/json',
      'X-Goog-Api-Key': key,
      'X-Goog-FieldMask': fields,
    },
    ...(body && { body: JSON.stringify({ languageCode: 'en', ...body }) }),
    // Only the address from the settings is trusted, not where it redirects to.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  if (answer.ok) return answer.json()
  await answer.body?.cancel()
  throw new GoogleError(answer.status)
}

function restaurantOf({
  placeId,
  structuredFormat: { mainText, secondaryText },
  types,
  distanceMeters = Infinity,
}: z.output<typeof suggestion>['placePrediction']): GoogleRestaurant[] {
  const [name, address] = [cleanText(mainText.text), cleanText(secondaryText?.text, 300)]
  const miles = distanceMeters / metersInMile
  const id = prefix + placeId
  const isFood = types.some((type) => foods.test(type))
  const isUsable = isFood && miles <= radiusMiles && isGoogleId(id)
  return name && address && isUsable ? [{ id, name, address, miles }] : []
}

/** The text of Google's answer is left out, because it may repeat the key or a visitor's input. */
class GoogleError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Google Places answered with status ${status}.`)
    this.status = status
  }
}

const rectangle = (near: Point, degrees?: number) => {
  const { south, west, north, east } = boxAround(near, degrees)
  return {
    low: { latitude: south, longitude: west },
    high: { latitude: north, longitude: east },
  }
}
