import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { googleStandIn, key, restaurants as theirs, type StandIn } from './stand-ins.testing.ts'

const minneapolis = { latitude: 44.98, longitude: -93.27 }
const noodles = `google:${theirs[0]!.id}`
const session = 'session-1234'
let app: TestApp
let google: StandIn

beforeAll(async () => {
  google = await googleStandIn()
  app = await testApp({ settings: { places: { provider: 'google', url: google.url, key } } })
  const near = { ...minneapolis, latitude: 44.97 }
  await app.restaurant({ name: 'Own Kitchen', ...near })
}, 120_000)
afterAll(() => google.close())
beforeEach(() => {
  google.breakWith(null)
  google.asked.length = 0
})

async function get(path: string, query: Record<string, unknown>, on = app) {
  const asked = new URLSearchParams(query as Record<string, string>)
  const { status, body } = await on.get(`/api/places/${path}?${asked}`)
  expect(status).toBe(200)
  return body
}
const cities = (q: string, more = {}) => get('cities', { q, ...more })
const restaurants = (q: string, on = app) =>
  get('restaurants', { q, ...minneapolis, session }, on) as Promise<
    { id: string; name: string; restaurantId: number | null; latitude: number | null }[]
  >

it('embedded places answer what they know, and nothing leaves the server', async () => {
  expect((await cities('minneap'))[0]).toMatchObject({
    id: 'geonames:5037649',
    name: 'Minneapolis, MN, US',
    slug: 'minneapolis-mn-us',
    timeZone: 'America/Chicago',
  })
  expect((await cities('paris', { latitude: 33.66, longitude: -95.55 }))[0].name).toBe(
    'Paris, TX, US',
  )
  expect(await restaurants('own kit')).toMatchObject([{ name: 'Own Kitchen' }])
  expect((await get('nearest-city', minneapolis)).slug).toBe('minneapolis-mn-us')
  expect(google.asked).toEqual([])
})

it('Google suggests restaurants that we don’t know, within 50 miles, with a session and few fields', async () => {
  expect(await restaurants('elsewhere')).toMatchObject([
    { id: noodles, name: 'Elsewhere Noodles', restaurantId: null, latitude: null },
  ])
  const [{ headers, body } = google.asked[0]!] = google.asked
  expect(body).toMatchObject({ input: 'elsewhere', origin: minneapolis, sessionToken: session })
  expect(headers['x-goog-fieldmask']).toBe(
    ['placeId', 'structuredFormat', 'types', 'distanceMeters']
      .map((field) => `suggestions.placePrediction.${field}`)
      .join(','),
  )
})

it('details come from Google in the same session, and its pin isn’t kept', async () => {
  expect(await get(encodeURIComponent(noodles), { session })).toEqual({
    id: noodles,
    name: 'Elsewhere Noodles',
    address: '5 Main St, Minneapolis, MN 55401, USA',
    latitude: 44.99,
    longitude: -93.27,
    response: null,
  })
  const [{ query, headers } = google.asked[0]!] = google.asked
  expect(query.get('sessionToken')).toBe(session)
  expect(headers['x-goog-fieldmask']).toBe('id,displayName,formattedAddress,location')
  for (const id of ['google:ChIJ-no-place-of-the-stand-in', 'google:malformed-but-long-enough'])
    expect((await app.get(`/api/places/${id}`)).status).toBe(404)
  expect(google.asked.length).toBe(3)
  // What can't be an id isn't asked for, because each request costs money.
  expect((await app.get('/api/places/google:short')).status).toBe(404)
  expect(google.asked.length).toBe(3)
})

it('Google’s cities lead to ours, which have pages', async () => {
  google.breakWith((_, answer) => {
    const structuredFormat = { mainText: { text: 'Minneapolis' }, secondaryText: { text: 'MN' } }
    const suggestions = [{ placePrediction: { placeId: 'x', structuredFormat } }, { odd: true }]
    answer.writeHead(200).end(JSON.stringify({ suggestions }))
  })
  expect(await cities('qqmini zz')).toMatchObject([{ slug: 'minneapolis-mn-us' }])
})

it.each([
  ['an error', (_: unknown, answer: any) => answer.writeHead(500).end()],
  ['a refused key', (_: unknown, answer: any) => answer.writeHead(403).end(key)],
  ['no JSON', (_: unknown, answer: any) => answer.writeHead(200).end('<html>')],
  ['another shape', (_: unknown, answer: any) => answer.writeHead(200).end('{"suggestions":1}')],
  ['a redirect', (_: unknown, answer: any) => answer.writeHead(302, { location: '/' }).end()],
  ['a lost connection', (request: any) => request.socket.destroy()],
  ['no answer in time', () => {}],
])('%s of Google: embedded places answer, and the log says so', async (_, fault) => {
  google.breakWith(fault)
  const warn = vi.spyOn(app.services.log, 'warn')
  expect(await restaurants('elsewhere')).toEqual([])
  expect(warn).toHaveBeenCalledWith(
    { reason: expect.not.stringContaining(key) },
    'Google Places has no answer: embedded places are used',
  )
  warn.mockRestore()
})

it('a spent budget of the day: embedded places answer, and the log says so', async () => {
  const places = { provider: 'google', url: google.url, key } as const
  const limited = await testApp({ settings: { places, rateLimits: true } })
  await limited.restaurant({ name: 'Own Kitchen', ...minneapolis })
  const warn = vi.spyOn(limited.services.log, 'warn')
  expect(await restaurants('elsewhere', limited)).toHaveLength(1)
  await limited.database
    .updateTable('rate_limits')
    .set({ points: 1000 })
    .where('key', 'like', 'place-day%')
    .execute()
  expect(await restaurants('elsewhere', limited)).toEqual([])
  expect(google.asked.length).toBe(1)
  expect(warn).toHaveBeenCalledWith(
    { reason: 'the budget is spent' },
    'Google Places has no answer: embedded places are used',
  )
  expect(await restaurants('own', limited)).toHaveLength(1)
}, 120_000)
