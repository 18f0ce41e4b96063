import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { until } from '#platform/testing/until.ts'
import { gauges } from '#platform/server/metrics/gauges.ts'
import { createPlaceProvider } from './remote.server.ts'
import { type Fault, googleStandIn, key, type StandIn } from './stand-ins.testing.ts'

// What one visitor or member does mustn't keep the provider's places from the others.
const minneapolis = { latitude: 44.98, longitude: -93.27 }
const noodles = 'google:ChIJ-noodle-of-the-stand-in'
const by = { ip: '127.0.0.1', member: null, withoutPermit: <T>(work: () => Promise<T>) => work() }

let standIn: StandIn
let app: TestApp
beforeAll(async () => {
  standIn = await googleStandIn()
  app = await testApp({ settings: { places: { provider: 'google', url: standIn.url, key } } })
}, 120_000)
afterAll(() => standIn.close())
beforeEach(() => standIn.breakWith(null))

type Given = { name: string; placeId: string; latitude?: number }
const add = async (as: Person, given: Given) => {
  const where = { address: '1 Nowhere', latitude: 44.99, longitude: -93.27 }
  return (await app.post('/api/restaurants', { ...where, ...given }, { as })).body.placeId
}

describe('an id of the provider', () => {
  it('isn’t taken by an unverified member: its restaurant stays suggested to everybody', async () => {
    const as = await app.member({ verified: false })
    expect(await add(as, { name: 'Elsewhere Noodles', placeId: noodles })).toMatch(/^own:/)
    const { body } = await app.get(
      '/api/places/restaurants?q=noodles&latitude=44.98&longitude=-93.27',
    )
    expect(body).toMatchObject([{ id: noodles, name: 'Elsewhere Noodles' }])
  })

  it('isn’t taken under another name, nor by a city', async () => {
    const as = await app.member()
    expect(await add(as, { name: 'Zzz Nothing', placeId: noodles })).toMatch(/^own:/)
    const city = { name: 'Minneapolis', placeId: 'geonames:5037649', latitude: 44.98 }
    expect(await add(as, city)).toMatch(/^own:/)
    expect(await add(as, { name: 'The Elsewhere Noodles', placeId: noodles })).toBe(noodles)
  })
})

describe('a question that the provider refuses', () => {
  const refusing =
    (body: object): Fault =>
    (_, answer) =>
      void answer.writeHead(400).end(JSON.stringify(body))
  const isAway = () => gauges().get('place_provider_away')!.read()

  it('isn’t a failure of the provider, unless it refuses the key', async () => {
    const places = createPlaceProvider(app.services)
    const ask = async (q: string) =>
      (await places.suggestRestaurants(q, minneapolis, { by })).map(({ name }) => name)
    standIn.breakWith(refusing({ error: { code: 400, message: 'API_KEY_INVALID' } }))
    for (const q of ['far 1', 'far 2', 'far 3', 'far 4']) expect(await ask(q)).toEqual([])
    standIn.breakWith(null)
    expect(await ask('gone')).toEqual(['Gone Here'])
    expect(isAway()).toBe(0)
    // Google refuses an invalid key by the same status.
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]
    standIn.breakWith(refusing({ error: { code: 400, details } }))
    await ask('far 5')
    expect(isAway()).toBe(1)
  })

  it('isn’t one either if it is answered with one odd place, which is left out', async () => {
    const places = createPlaceProvider(app.services)
    const found = (placeId: string, name: string) => ({
      placePrediction: {
        placeId,
        structuredFormat: { mainText: { text: name }, secondaryText: { text: '5 Main Street' } },
        types: ['restaurant'],
        distanceMeters: 100,
      },
    })
    const long = found('E'.repeat(400), 'On a Long Street')
    const odd = { placePrediction: { placeId: 7 } }
    const suggestions = [long, odd, found('ChIJ-usual-of-the-stand-in', 'Usual')]
    const answer = (body: object) =>
      standIn.breakWith((_, response) => void response.end(JSON.stringify(body)))
    answer({ suggestions })
    const names: string[] = []
    for (const q of ['odd 1', 'odd 2', 'odd 3', 'odd 4'])
      for (const { name } of await places.suggestRestaurants(q, minneapolis, { by }))
        names.push(name)
    expect(names).toEqual(['Usual', 'Usual', 'Usual', 'Usual'])
    answer({ suggestions: [long] })
    for (const q of ['long 1', 'long 2', 'long 3', 'long 4'])
      expect(await places.suggestRestaurants(q, minneapolis, { by })).toEqual([])
    expect(isAway()).toBe(0)
  })

  it('is an answer of a provider that was away', async () => {
    const places = createPlaceProvider(app.services)
    let asked = 0
    const ask = () => places.suggestRestaurants(`far away ${asked++}`, minneapolis, { by })
    standIn.breakWith((_, answer) => void answer.writeHead(429, { 'retry-after': '1' }).end())
    await ask()
    expect(isAway()).toBe(1)
    standIn.breakWith(refusing({}))
    await until(async () => (await ask()) && isAway() === 0, 'It stays away.', 10_000)
  })
})
