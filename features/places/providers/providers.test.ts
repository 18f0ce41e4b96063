import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { milesBetween } from '#domain/position/miles.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { allVariants } from '#platform/testing/all-variants.ts'
import { cpuTime } from '#platform/testing/cpu-time.ts'
import { until } from '#platform/testing/until.ts'
import { gauges } from '#platform/server/metrics/gauges.ts'
import type { PlaceSettings } from '#platform/server/settings.ts'
import { checks } from '../checks.server.ts'
import { createPlaceProvider } from './remote.server.ts'
import { type Fault, googleStandIn, key, photonStandIn, type StandIn } from './stand-ins.testing.ts'

const metricsToken = 'sixteen-characters-or-more'
const by = { ip: '127.0.0.1', member: null, withoutPermit: <T>(work: () => Promise<T>) => work() }
const minneapolis = { latitude: 44.98, longitude: -93.27 }
const paris = { latitude: 33.66, longitude: -95.55 }
const query = (of: Record<string, unknown>) =>
  new URLSearchParams(of as Record<string, string>).toString()

type Provider = {
  name: PlaceSettings['provider']
  standIn?: () => Promise<StandIn>
  settings(url: string): PlaceSettings
  /** Returns the provider's id of a restaurant with these Google and OpenStreetMap ids in the stand-ins. */
  id(google: string, osm: number): string
  keepsPin?: boolean
}
const providers: Provider[] = [
  { name: 'embedded', settings: () => ({ provider: 'embedded' }), id: (google) => google },
  {
    name: 'google',
    standIn: googleStandIn,
    settings: (url) => ({ provider: 'google', url, key }),
    id: (google) => `google:${google}`,
    keepsPin: false,
  },
  {
    name: 'photon',
    standIn: photonStandIn,
    settings: (url) => ({ provider: 'photon', url }),
    id: (_, osm) => `osm:node/${osm}`,
    keepsPin: true,
  },
]

let app: TestApp
let standIn: StandIn | undefined

/** Starts a site with this provider and three restaurants of our own around Minneapolis. */
async function open({ standIn: make, settings, id }: Provider) {
  standIn = await make?.()
  app = await testApp({ settings: { places: settings(standIn?.url ?? ''), metricsToken } })
  const near = (name: string, more = {}) =>
    app.restaurant({ name, ...minneapolis, latitude: 44.975, ...more })
  await near('Elsewhere Own Kitchen')
  await near('Ours Too', { placeId: id('ChIJ-ours-of-the-stand-in', 12), latitude: 44.97 })
  const gone = await near('Gone Here', {
    placeId: id('ChIJ-gone-of-the-stand-in', 13),
    latitude: 44.96,
  })
  await app.database
    .updateTable('restaurants')
    .set({ hidden_at: new Date() })
    .where('id', '=', gone.id)
    .execute()
}
const cities = async (q: string, near?: object) => {
  const { status, body } = await app.get(`/api/places/cities?${query({ q, ...near })}`)
  expect(status).toBe(200)
  return body as { name: string; slug: string; id: string; timeZone: string }[]
}
const restaurants = async (q: string, more: object = {}) => {
  const asked = query({ q, ...minneapolis, ...more })
  const { status, body } = await app.get(`/api/places/restaurants?${asked}`)
  expect(status).toBe(200)
  return body as {
    id: string
    name: string
    address: string
    restaurantId: number | null
    latitude: number | null
    longitude: number | null
    distanceMiles: number
  }[]
}
const shown = async (id: string, more = '') =>
  app.get(`/api/places/${encodeURIComponent(id)}${more}`)

describe.each(providers)('$name places', (provider) => {
  beforeAll(() => open(provider), 120_000)
  afterAll(() => standIn?.close())

  it('suggest cities, each with a page and a time zone', async () => {
    const found = await cities('minneap')
    expect(found[0]).toMatchObject({
      id: 'geonames:5037649',
      name: 'Minneapolis, MN, US',
      slug: 'minneapolis-mn-us',
      timeZone: 'America/Chicago',
    })
    expect(new Set(found.map(({ slug }) => slug)).size).toBe(found.length)
    expect(found.length).toBeLessThanOrEqual(8)
    expect((await cities('paris'))[0]!.name).toMatch(/^Paris, .*FR$/)
  })
  it('suggest the city round the point first', async () =>
    expect((await cities('paris', paris))[0]!.name).toBe('Paris, TX, US'))
  it('name no city that isn’t there', async () => {
    expect(await cities('')).toEqual([])
    expect(await cities('%')).toEqual([])
    expect(await cities('nowhere known anywhere')).toEqual([])
  })

  it('suggest restaurants within 50 miles, ours first, the closed ones never', async () => {
    const found = await restaurants('elsewhere')
    expect(found[0]).toMatchObject({
      name: 'Elsewhere Own Kitchen',
      restaurantId: expect.anything(),
    })
    for (const one of found) {
      expect(one.distanceMiles).toBeLessThanOrEqual(50)
      expect(one.address).not.toBe('')
    }
    expect(found.map(({ name }) => name)).not.toContain('Elsewhere Far ServiceUnavailable')
    expect(await restaurants('gone')).toEqual([])
    // A restaurant that both have is suggested once, as our own.
    const [ours, ...more] = await restaurants('ours')
    expect(ours).toMatchObject({
      name: 'Ours Too',
      id: provider.id('ChIJ-ours-of-the-stand-in', 12),
    })
    expect(ours!.restaurantId).toBeGreaterThan(0)
    expect(more).toEqual([])
  })
  it('S28 S30 take any text', async () => {
    for (const q of [
      '%',
      '_',
      '\\',
      "' or 1=1 --",
      '🍜',
      'a'.repeat(100),
      '{"input":"x"}',
      'a&key=b',
    ])
      expect((await restaurants(q)).length).toBeLessThanOrEqual(8)
    expect(await cpuTime(() => restaurants('ab '.repeat(33)))).toBeLessThan(1000)
  })

  it('tell what is known of a place, and of no other', async () => {
    expect((await shown('geonames:5037649')).body.name).toBe('Minneapolis, MN, US')
    const { body } = await shown(provider.id('ChIJ-ours-of-the-stand-in', 12))
    expect(body).toMatchObject({ name: 'Ours Too', response: { source: 'test' } })
    for (const id of [
      'nothing',
      'google:ChIJ-none-of-the-stand-in',
      'osm:node/999',
      'google:',
      'google:../v1',
      'google:AAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'x:y',
    ])
      expect((await shown(id)).status).toBe(404)
  })
  it('name the city of a point, but none at sea', async () => {
    const { body } = await app.get(`/api/places/nearest-city?${query(minneapolis)}`)
    expect(body).toMatchObject({ name: 'Minneapolis, MN, US', slug: 'minneapolis-mn-us' })
    const sea = await app.get('/api/places/nearest-city?latitude=-40&longitude=-120')
    expect(sea.status).toBe(404)
  })
})

describe.each(providers.slice(1))('what only $name knows', (provider) => {
  beforeAll(() => open(provider), 120_000)
  afterAll(() => standIn?.close())
  const id = provider.id('ChIJ-noodle-of-the-stand-in', 11)
  it('is suggested too, and added under its id once the member confirmed it', async () => {
    const [found] = await restaurants('noodles', { session: 'session-1' })
    expect(found).toMatchObject({ id, name: 'Elsewhere Noodles', restaurantId: null })
    expect(found!.latitude === null).toBe(!provider.keepsPin)
    const at = found!.latitude === null ? {} : { latitude: 44.99, longitude: found!.longitude }
    const { body: place } = await shown(id, `?${query({ session: 'session-1', ...at })}`)
    expect(place).toMatchObject({
      name: 'Elsewhere Noodles',
      address: expect.stringContaining('5 Main St'),
      response: { pinMayBeKept: provider.keepsPin },
    })
    expect(milesBetween(place, minneapolis)).toBeLessThan(2)
    const member = await app.member()
    const mine = { name: 'Elsewhere Noodles', address: '5 Main Street', placeId: id }
    const { status, body } = await app.post(
      '/api/restaurants',
      { ...mine, latitude: 44.991, longitude: -93.27 },
      { as: member },
    )
    expect([status, body.placeId]).toEqual([200, id])
    const again = await restaurants('elsewhere noodles')
    expect(again).toMatchObject([{ id, restaurantId: body.id }])
  })
  it('is known to the process that the choice reaches, whichever suggested it', async () => {
    const other = await testApp({ beside: app, settings: app.services.settings })
    const [typed] = await restaurants('elsewhere far', { latitude: 45.8 })
    const place = provider.id('ChIJ-far-of-the-stand-in', 14)
    expect(typed).toMatchObject({ id: place, restaurantId: null })
    const { latitude, longitude } = { latitude: 45.85, longitude: -93.27 }
    const asked = query({ latitude, longitude })
    const { status, body } = await other.get(`/api/places/${encodeURIComponent(place)}?${asked}`)
    expect([status, body.latitude]).toEqual([200, latitude])
    // The member adds it with a slightly different name and another pin.
    const mine = { address: '5 Main', placeId: place, latitude: 45.84, longitude }
    const added = await other.post(
      '/api/restaurants',
      { ...mine, name: 'The Elsewhere Far ServiceUnavailable' },
      { as: await app.member() },
    )
    expect(added.body.placeId).toBe(place)
    await other.close()
  })
  it('can’t be claimed for another spot, nor by an id that it doesn’t know', async () => {
    const as = await app.member()
    const mine = { address: '1 A', latitude: 10, longitude: 10 }
    const add = async (placeId: string, name: string) =>
      (await app.post('/api/restaurants', { ...mine, name, placeId }, { as })).body.placeId
    expect(await add(provider.id('ChIJ-far-of-the-stand-in', 14), 'Claimed')).toMatch(/^own:/)
    expect(await add(provider.id('ChIJ-none-of-the-stand-in', 999), 'Made up')).toMatch(/^own:/)
  })
})

describe('Google', () => {
  beforeAll(() => open(providers[1]!), 120_000)
  afterAll(() => standIn?.close())

  it('is asked for the fields that are used, within one session from typing to the choice', async () => {
    await restaurants('noodles', { session: 'one-session' })
    await shown('google:ChIJ-noodle-of-the-stand-in', '?session=one-session')
    const [typed, chosen] = standIn!.asked.slice(-2)
    expect(typed!.body).toMatchObject({ sessionToken: 'one-session', origin: minneapolis })
    expect(typed!.headers['x-goog-fieldmask']).not.toContain('*')
    expect(chosen!.query.get('sessionToken')).toBe('one-session')
    expect(chosen!.headers['x-goog-fieldmask']).toBe('id,displayName,formattedAddress,location')
    expect((await app.get('/api/places/cities?q=a&session=no%20session')).status).toBe(400)
  })
  it('isn’t switched off by made-up ids, nor asked about one twice or about what is no id', async () => {
    const before = standIn!.asked.length
    const made = (end: string) => `google:MadeUpAndNoPlaceAtAll-${end}`
    for (const id of ['google:x', 'google:a b', ...['1', '2', '3', '4', '4'].map(made)])
      expect((await shown(id)).status).toBe(404)
    expect(standIn!.asked.slice(before).map(({ path }) => path.slice(-2))).toEqual([
      '-1',
      '-2',
      '-3',
      '-4',
    ])
    expect((await shown('google:ChIJ-noodle-of-the-stand-in')).status).toBe(200)
  })
  it('S10 is asked for places by their ids 100 times an hour by one address', async () => {
    const limited = await testApp({
      beside: app,
      rateLimits: true,
      settings: { places: app.services.settings.places },
    })
    const { limits } = limited.services
    for (let times = 0; times < 100; times += 1)
      await limits.spendNamed({ 'place-look-up': { ip: '127.0.0.1' } })
    const before = standIn!.asked.length
    expect((await limited.get('/api/places/google:ChIJ-noodle-of-the-stand-in')).status).toBe(429)
    // Requests that the embedded places answer aren't limited.
    expect((await limited.get('/api/places/geonames:5037649')).status).toBe(200)
    expect((await limited.get('/api/places/google:x')).status).toBe(404)
    expect(standIn!.asked.length).toBe(before)
    await limited.close()
  })
  it('isn’t asked what we know: a city by its id, nothing typed', async () => {
    const before = standIn!.asked.length
    await shown('geonames:5037649')
    await restaurants('')
    expect(standIn!.asked.length).toBe(before)
  })
})

const status =
  (code: number, headers: Record<string, string> = {}, body = `{"error":"${key}"}`): Fault =>
  (_, answer) =>
    void answer.writeHead(code, headers).end(body)
const faults: [string, string, Fault][] = [
  ['no answer', 'time-out', () => {}],
  ['half an answer', 'time-out', (_, answer) => void answer.writeHead(200).write('{"sugg')],
  ['a spent quota', 'quota', status(429, { 'retry-after': '2' })],
  ['a refused key', 'refused', status(403)],
  ['an outage', 'outage', status(503)],
  ['a broken connection', 'outage', (request) => void request.socket.destroy()],
  ['a page in place of data', 'malformed', status(200, {}, '<html>')],
  ['another shape', 'malformed', status(200, {}, '{"suggestions":{"a":1},"features":7}')],
  ['another place', 'malformed', status(404)],
  ['a redirect', 'outage', status(302, { location: 'http://127.0.0.1:1/' })],
  ['a flood', 'malformed', status(200, {}, `"${'x'.repeat(1_100_000)}"`)],
]

const oneOfEachReason = [...new Map(faults.map((fault) => [fault[1], fault])).values()]

describe.each(providers.slice(1))('$name away', (provider) => {
  beforeAll(() => open(provider), 120_000)
  afterAll(() => standIn?.close())
  const figure = (name: string) => gauges().get(name)!.read()

  it.each(allVariants ? faults : oneOfEachReason)(
    'after %s embedded places stand in, and the operator reads of it',
    async (_, reason, fault) => {
      const said: unknown[] = []
      const log = {
        error: (...all: unknown[]) => said.push(all),
        warn: (...all: unknown[]) => said.push(all),
      }
      // A new instance has no record of earlier failures.
      const services = { ...app.services, log: log as unknown as TestApp['services']['log'] }
      const places = createPlaceProvider(services)
      const ask = async () =>
        (await places.suggestRestaurants('noodles', minneapolis, { by })).length
      standIn!.breakWith(fault)
      for (let times = 0; times < 3; times += 1) expect(await ask()).toBe(0)
      const asked = standIn!.asked.length
      // The breaker is open now, so no more requests are sent.
      expect(await ask()).toBe(0)
      expect((await places.suggestRestaurants('elsewhere', minneapolis, { by }))[0]!.name).toBe(
        'Elsewhere Own Kitchen',
      )
      expect(await places.suggestCities('nowhere known', undefined, { by })).toEqual([])
      const noodles = provider.id('ChIJ-noodle-of-the-stand-in', 11)
      expect(await places.details(noodles, { by })).toBeNull()
      expect(standIn!.asked.length).toBe(asked)
      const away = 'the place provider is away: embedded places stand in'
      expect(said).toEqual([[{ provider: provider.name, reason }, away]])
      expect(figure('place_provider_away')).toBe(1)
      expect(figure('place_provider_failures')).toBe(/quota|refused/.test(reason) ? 1 : 3)
      const check = checks.find(({ name }) => name === 'place-provider')!
      const look = () => 'find' in check && check.find(app.services)
      expect(await look()).toEqual({ count: 1, examples: [`${provider.name}: ${reason}`] })

      standIn!.breakWith(null)
      expect(await look()).toEqual({ count: 0, examples: [] })
      if (reason !== 'quota') return
      // Waits until the time in the stand-in's Retry-After header has passed.
      await until(async () => (await ask()) > 0, 'It is not asked again.')
      expect(said.at(-1)).toEqual([{ provider: provider.name }, 'the place provider is back'])
      expect(figure('place_provider_away')).toBe(0)
    },
  )

  it('admins read since when and why it is away, and no more once it is back', async () => {
    const admin = await app.member({ id: 7 })
    const read = async () => {
      const { status: code, body } = await app.get('/api/admin/place-provider', { as: admin })
      expect(code).toBe(200)
      expect(body.provider).toBe(provider.name)
      return body.outage
    }
    // Two processes of one site, each with its own breaker.
    const [one, other] = [createPlaceProvider(app.services), createPlaceProvider(app.services)]
    // Each query is different, so that it isn't answered from the cache.
    let times = 0
    const ask = (places: typeof one) =>
      places.suggestRestaurants(`noodles ${(times += 1)}`, minneapolis, { by })
    standIn!.breakWith(null)
    await ask(one)
    await until(async () => (await read()) === null, 'It still says away.')
    const before = Date.now()
    standIn!.breakWith(status(429, { 'retry-after': '1' }))
    await ask(one)
    await until(async () => (await read()) !== null, 'It never says away.')
    const { reason, since, askedAt, askAgainAt } = await read()
    expect(reason).toBe('quota')
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before)
    expect([askedAt, Date.parse(askAgainAt)]).toEqual([since, Date.parse(since) + 1000])
    // The outage continues, and `since` doesn't change.
    await until(
      async () => {
        await ask(one)
        return (await read()).askedAt !== since
      },
      'It is not asked again.',
      6000,
    )
    expect((await read()).since).toBe(since)
    // The other process is the first to get an answer.
    standIn!.breakWith(null)
    await ask(other)
    await until(async () => (await read()) === null, 'It still says away.')
    const member = await app.member()
    expect((await app.get('/api/admin/place-provider', { as: member })).status).toBe(403)
  })

  it('a call answers all the same, and neither it nor the metrics say more', async () => {
    standIn!.breakWith(status(403))
    const asked = `/api/places/restaurants?${query({ q: 'noodle', ...minneapolis })}`
    const { status: code, body, text } = await app.get(asked)
    expect([code, body]).toEqual([200, []])
    const metrics = await app.get('/api/metrics', { as: { token: metricsToken } })
    expect(metrics.text).toMatch(/^place_provider_away \d$/m)
    expect(text + metrics.text).not.toContain(key)
  })
})
