import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import type { Settings } from '#platform/server/settings.ts'
import { googleStandIn, key, type StandIn } from './stand-ins.testing.ts'

const metricsToken = 'sixteen-characters-or-more'
const minneapolis = { latitude: 44.98, longitude: -93.27 }
const proxied = { 'x-forwarded-for': '203.0.113.7' }

let standIn: StandIn
let app: TestApp
/** A second process of the same site as `app`. */
let other: TestApp

const perDay = 250
beforeAll(async () => {
  standIn = await googleStandIn()
  const settings: Partial<Settings> = {
    places: { provider: 'google', url: standIn.url, key, perDay },
    metricsToken,
    trustProxy: ['127.0.0.1'],
  }
  app = await testApp({ rateLimits: true, pages: true, settings })
  other = await testApp({ beside: app, rateLimits: true, settings })
  await app.restaurant({ name: 'Ours Alone', ...minneapolis })
}, 120_000)
afterAll(() => standIn.close())
beforeEach(async () => {
  standIn.breakWith(null)
  await app.database.deleteFrom('rate_limits').execute()
  await app.database.deleteFrom('provider_questions').execute()
})

let last = 0
/** Returns a name that no restaurant has and that hasn't been typed before. */
const unusedWord = () => `zq${(last += 1).toString(36)}x`
type As = { ip?: string; as?: Person; site?: TestApp; at?: typeof minneapolis }
async function type(q: string, { ip = '203.0.113.7', as, site = app, at = minneapolis }: As = {}) {
  const query = new URLSearchParams({ q, ...at } as unknown as Record<string, string>)
  const { status, body } = await site.get(`/api/places/restaurants?${query}`, {
    headers: { 'x-forwarded-for': ip },
    ...(as && { as }),
  })
  expect(status).toBe(200)
  return body as { name: string }[]
}
const asked = async (work: () => Promise<unknown>) => {
  const before = standIn.asked.length
  await work()
  return standIn.asked.length - before
}
const address = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`
const figures = async () => (await app.get('/api/metrics', { as: { token: metricsToken } })).text

it('what is typed is asked of our own table first, and of the provider only where it has no answer', async () => {
  expect(await asked(() => type('ours'))).toBe(0)
  expect(await asked(() => type('Ours al'))).toBe(0)
  const cities = (q: string) => app.get(`/api/places/cities?q=${q}`, { headers: proxied })
  expect(await asked(() => cities('minneap'))).toBe(0)
  expect(await asked(() => type('noodles'))).toBe(1)
  expect(await type('noodles')).toMatchObject([{ name: 'Elsewhere Noodles' }])
})

it('the same question near the same point is asked once', async () => {
  const word = unusedWord()
  const near = { latitude: 44.98004, longitude: -93.26996 }
  const both = () => Promise.all([type(word), type(` ${word.toUpperCase()} `, { at: near })])
  expect(await asked(both)).toBe(1)
  expect(await asked(both)).toBe(0)
  expect(await asked(() => type(word, { at: { latitude: 44.99, longitude: -93.27 } }))).toBe(1)
})

it('a place is asked for once, not again by the form that confirms it, nor for each spot of a reader', async () => {
  const placeId = 'google:ChIJ-gone-of-the-stand-in'
  const look = (latitude: number) =>
    app.get(`/api/places/${placeId}?latitude=${latitude}&longitude=-93`, { headers: proxied })
  const place = { name: 'Gone Here', address: '5 Main', latitude: 44.96, longitude: -93.27 }
  const add = (as: Person) => app.post('/api/restaurants', { ...place, placeId }, { as })
  expect(await asked(() => Promise.all([45, 45.0001].map(look)))).toBe(1)
  const as = await app.member()
  expect(await asked(async () => expect((await add(as)).body.placeId).toBe(placeId))).toBe(0)
})

it('S10 one address has a hundred questions an hour asked, in all processes together; then ours answer alone', async () => {
  const flood = async () => {
    for (let n = 0; n < 60; n += 1) {
      await type(unusedWord())
      await type(unusedWord(), { site: other })
    }
  }
  expect(await asked(flood)).toBe(100)
  expect(await type('ours')).toMatchObject([{ name: 'Ours Alone' }])
  // Requests of another visitor are still sent.
  expect(await asked(() => type(unusedWord(), { ip: '203.0.113.8' }))).toBe(1)
})

it('S10 what a page asks counts for the address that asked for the page', async () => {
  const spender = '203.0.113.7'
  for (let n = 0; n < 100; n += 1)
    await app.services.limits.spendNamed({ 'place-typed': { ip: spender } })
  const open = (ip: string) => () =>
    app.request('GET', `/home?city=${unusedWord()}`, { headers: { 'x-forwarded-for': ip } })
  expect(await asked(open(spender))).toBe(0)
  expect(await asked(open('203.0.113.8'))).toBe(1)
})

it('F14 what waits for the provider keeps nothing else waiting', async () => {
  standIn.breakWith(() => {})
  const word = unusedWord()
  let waiting = 12
  const typed = Array.from({ length: waiting }, async (_, n) => {
    await type(word, { ip: address(n) })
    waiting--
  })
  await expect.poll(() => standIn.asked.at(-1)?.body.input).toBe(word)
  const list = await app.get('/api/yolos?category=3&latitude=44.9&longitude=-93.2', {
    headers: proxied,
  })
  expect([list.status, waiting]).toEqual([200, 12])
  await Promise.all(typed)
})

it('S10 one member has three hundred questions a day asked, from however many addresses', async () => {
  const as = await app.member()
  const { limits } = app.services
  for (let n = 0; n < 299; n += 1) await limits.spendNamed({ 'place-member': { member: as.id } })
  expect(await asked(() => type(unusedWord(), { as, ip: address(1) }))).toBe(1)
  expect(await asked(() => type(unusedWord(), { as, ip: address(2) }))).toBe(0)
  const look = await app.get('/api/places/google:ChIJ-noodle-of-the-stand-in', {
    as,
    headers: { 'x-forwarded-for': address(3) },
  })
  expect(look.status).toBe(429)
})

it('S10 one IPv6 prefix has only a part of the site’s day, from however many networks', async () => {
  const flood = async () => {
    for (let n = 0; n < 110; n += 1)
      await type(unusedWord(), { ip: `2001:db8:7:${n}::1`, site: n % 2 === 0 ? app : other })
  }
  expect(await asked(flood)).toBe(100)
  expect(await type('ours', { ip: '2001:db8:7:1::1' })).toMatchObject([{ name: 'Ours Alone' }])
  expect(await asked(() => type(unusedWord(), { ip: '2001:db8:8:1::1' }))).toBe(1)
})

it(
  'S10 the whole site has so many questions a day asked as its operator says, and the metrics tell',
  { tags: 'long' },
  async () => {
    const flood = async () => {
      for (let n = 0; n < perDay + 20; n += 1)
        await type(unusedWord(), { ip: address(n), site: n % 2 === 0 ? app : other })
    }
    expect(await asked(flood)).toBe(perDay)
    // The details of a chosen place use the same budget.
    const chosen = () =>
      app.get('/api/places/google:ChIJ-far-of-the-stand-in', { headers: proxied })
    expect(await asked(chosen)).toBe(0)
    expect(await figures()).toMatch(
      new RegExp(
        `^place_provider_asked_today ${perDay}$[^]*^place_provider_day_budget ${perDay}$`,
        'm',
      ),
    )
    // A spent budget doesn't count as an outage of the provider.
    expect(await figures()).toMatch(/^place_provider_away 0$/m)
    app.clock.set(new Date(Date.now() + 24 * 60 * 60 * 1000))
    expect(await asked(() => type(unusedWord(), { ip: address(0) }))).toBe(1)
    app.clock.set(null)
  },
)

it('few questions are under way at once; who comes meanwhile reads what we have', async () => {
  let [inside, most] = [0, 0]
  standIn.breakWith((_, answer) => {
    most = Math.max(most, (inside += 1))
    setTimeout(() => {
      inside -= 1
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }, 200)
  })
  const all = Array.from({ length: 40 }, (_, n) => type(unusedWord(), { ip: address(n) }))
  expect(await asked(() => Promise.all(all))).toBeLessThan(40)
  expect([most > 1, most <= 8]).toEqual([true, true])
})

it('one refusal by quota, of some visitor’s question, doesn’t turn the provider off for the others', async () => {
  standIn.breakWith((_, answer) => void answer.writeHead(429).end('{}'))
  await type(unusedWord(), { ip: address(1) })
  standIn.breakWith(null)
  expect(
    await type('noodles', { ip: address(2), at: { latitude: 44.97, longitude: -93.27 } }),
  ).toMatchObject([{ name: 'Elsewhere Noodles' }])
})
