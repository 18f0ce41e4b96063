import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { milesBetween, type Point } from '#domain/position/miles.ts'

// A loopback server that behaves as Google Places (New) documents, with a few cities and restaurants.

export const key = 'AIza-secret-key-of-the-tests'

type City = Point & { id: string; name: string; state: string; country: string }
const city = (name: string, state: string, latitude: number, longitude: number): City => ({
  id: `c-${name}-${state}`,
  name,
  state,
  country: state === 'Île-de-France' ? 'France' : 'USA',
  latitude,
  longitude,
})
const cities = [
  city('Minneapolis', 'MN', 44.9773, -93.2655),
  city('Paris', 'Île-de-France', 48.8589, 2.32),
  city('Paris', 'TX', 33.6618, -95.5555),
  city('Nowhere Known Anywhere', 'MN', 44.9, -93.2),
]
/** The last restaurant is 60 miles from Minneapolis. */
export const restaurants = [
  {
    id: 'ChIJ-noodle-of-the-stand-in',
    name: 'Elsewhere Noodles',
    latitude: 44.99,
    longitude: -93.27,
  },
  {
    id: 'ChIJ-far-of-the-stand-in',
    name: 'Elsewhere Far Away',
    latitude: 45.85,
    longitude: -93.27,
  },
]

const begins = (name: string, q: string) =>
  `${name.toLowerCase()} `.includes(q.toLowerCase().split(/[, ]/)[0]!)

export type Fault = (request: IncomingMessage, answer: ServerResponse) => void
export type StandIn = {
  url: string
  /** The requests it has received, newest last. */
  asked: { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: any }[]
  /** Answers every request with `fault` until this is called with null. */
  breakWith(fault: Fault | null): void
  close(): Promise<void>
}

type Answer = { status: number; body: unknown }
type Asked = StandIn['asked'][number]

async function serve(answerTo: (asked: Asked) => Answer): Promise<StandIn> {
  let fault: Fault | null = null
  const asked: Asked[] = []
  const server = createServer((request, answer) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const url = new URL(request.url!, 'http://stand-in')
      const text = Buffer.concat(parts).toString()
      asked.push({
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body: text ? JSON.parse(text) : null,
      })
      if (fault) return fault(request, answer)
      const { status, body } = answerTo(asked.at(-1)!)
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    breakWith: (one) => (fault = one),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const refused = (status: number, message: string): Answer => ({
  status,
  body: { error: { code: status, message, status: 'X' } },
})

const prediction = (placeId: string, name: string, where: string, more: object) => ({
  placePrediction: {
    place: `places/${placeId}`,
    placeId,
    text: { text: `${name}, ${where}`, matches: [{ endOffset: 3 }] },
    structuredFormat: { mainText: { text: name }, secondaryText: { text: where } },
    ...more,
  },
})

export const googleStandIn = () =>
  serve(({ path, query, headers, body }) => {
    if (headers['x-goog-api-key'] !== key) return refused(403, `The key ${key} is not valid.`)
    if (!headers['x-goog-fieldmask']) return refused(400, 'FieldMask is a required parameter.')
    if (path === '/v1/places:autocomplete') {
      const { input, includedPrimaryTypes, locationBias, locationRestriction, origin } = body
      if (!input) return refused(400, 'input is required')
      const box = locationRestriction?.rectangle
      const found =
        includedPrimaryTypes?.[0] === '(cities)'
          ? cities
              .filter(({ name }) => begins(name, input))
              .toSorted((a, b) => Number(isIn(b, locationBias)) - Number(isIn(a, locationBias)))
              .map((one) => prediction(one.id, one.name, `${one.state}, ${one.country}`, {}))
          : restaurants
              .filter((one) => begins(one.name, input) && isIn(one, { rectangle: box }))
              .map((one) =>
                prediction(one.id, one.name, '5 Main Street, Minneapolis, MN, USA', {
                  types: ['noodle_shop', 'restaurant', 'food', 'point_of_interest'],
                  distanceMeters: Math.round(milesBetween(one, origin) * 1609.344),
                }),
              )
      // Google leaves the key out if nothing matches.
      return { status: 200, body: found.length > 0 ? { suggestions: found.slice(0, 5) } : {} }
    }
    // A malformed id is an invalid argument (400); a well-formed unknown id isn't found (404).
    if (!/^\/v1\/places\/ChIJ[\w-]{16,}$/.test(path)) return refused(400, 'Not a valid Place ID.')
    const one = restaurants.find(({ id }) => path === `/v1/places/${id}`)
    if (!one || query.get('sessionToken') === '') return refused(404, 'Not found')
    const { id, name, latitude, longitude } = one
    return {
      status: 200,
      body: {
        id,
        displayName: { text: name, languageCode: 'en' },
        formattedAddress: '5 Main St, Minneapolis, MN 55401, USA',
        location: { latitude, longitude },
      },
    }
  })

type Rectangle = { low: Point; high: Point }
const isIn = (point: Point, bias?: { rectangle?: Rectangle }) =>
  bias?.rectangle !== undefined &&
  point.latitude >= bias.rectangle.low.latitude &&
  point.latitude <= bias.rectangle.high.latitude &&
  point.longitude >= bias.rectangle.low.longitude &&
  point.longitude <= bias.rectangle.high.longitude
