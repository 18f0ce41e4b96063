import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TestApp } from '#platform/testing/app.ts'
import { appBehindProxy, from, robot } from '../browsers.testing.ts'
import { forgetDemandQueue } from './server.ts'

const fargo = { latitude: 46.877, longitude: -96.79 }
const bismarck = { latitude: 46.808, longitude: -100.784 }
const burgers = 3
const pizza = 2

let app: TestApp
let admin: { id: number; token: string }
beforeAll(async () => {
  app = await appBehindProxy()
  admin = await app.member({ id: 514 })
})
afterEach(async () => {
  await app.database.deleteFrom('empty_lists').execute()
  await app.database.deleteFrom('failed_searches').execute()
  app.clock.set(null)
})

const list = (category: number, point: object, network: number, userAgent?: string) =>
  app.post('/api/unmet-demand/lists', { category, ...point }, from(network, userAgent))
const search = (q: string, network: number, point: object = {}) =>
  app.post('/api/unmet-demand/searches', { q, ...point }, from(network))
const desk = async (path: string) => {
  const { status, body } = await app.get(`/api/admin/unmet-demand/${path}`, { as: admin })
  expect(status).toBe(200)
  return body
}
const gaps = () => desk('gaps')
const lists = async (query = '') => (await desk(`lists?${query}`)).items
const searches = async (query = '') => (await desk(`searches?${query}`)).items

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
/** Searches as different networks on three days. */
async function asked(q: string, networks: number, point: object = {}) {
  for (const days of [2, 1, 0]) {
    app.clock.set(daysAgo(days))
    for (let network = 1; network <= networks; network += 1) await search(q, network, point)
  }
  app.clock.set(null)
}

describe('empty lists', () => {
  it('are counted by city and day, each network once among the visitors', async () => {
    for (const network of [1, 2, 3, 3, 3]) await list(burgers, fargo, network)
    await list(pizza, fargo, 1)
    await list(burgers, { latitude: 46.86, longitude: -96.8 }, 4)
    await expect
      .poll(() => lists())
      .toMatchObject([
        { cityName: 'Fargo, ND, US', categoryName: 'Burgers', times: 6, visitors: 4, days: 1 },
        { cityName: 'Fargo, ND, US', categoryName: 'Pizza', times: 1, visitors: 1, days: 1 },
      ])
    expect(await lists('q=piz')).toHaveLength(1)
    expect(await lists('sort=times&order=asc')).toMatchObject([{ times: 1 }, { times: 6 }])
    const [today] = [new Date().toISOString().slice(0, 10)]
    expect(await lists(`from=2026-01-01&to=2026-01-02`)).toEqual([])
    expect(await lists(`from=${today}&to=${today}`)).toHaveLength(2)
  })

  it('keep nothing of who was shown them', async () => {
    await app.post(
      '/api/unmet-demand/lists',
      { category: burgers, ...fargo },
      { as: admin, ...from(200) },
    )
    await expect.poll(() => lists()).toHaveLength(1)
    const [row] = await app.database.selectFrom('empty_lists').selectAll().execute()
    expect(Object.keys(row!).sort()).toEqual([
      'category_id',
      'city_label',
      'city_slug',
      'day',
      'networks',
      'times',
    ])
    // One of 64 bits, which every 64th network has in common.
    expect(row!.networks).toMatch(/^0*10*$/)
    expect(JSON.stringify(row)).not.toContain('46.877')
  })

  it('are not counted for robots', async () => {
    await list(burgers, fargo, 1, robot)
    await list(burgers, fargo, 1, '')
    await list(pizza, fargo, 1)
    await expect.poll(() => lists()).toMatchObject([{ categoryName: 'Pizza', times: 1 }])
  })

  it('are counted whole by two processes at once', async () => {
    const beside = await appBehindProxy({ beside: app })
    const tell = (to: TestApp, network: number, category: number) =>
      to.post('/api/unmet-demand/lists', { category, ...fargo }, from(network))
    const both = Array.from({ length: 60 }, (_, n) => [
      tell(app, n % 4, 1 + (n % 6)),
      tell(beside, n % 4, 6 - (n % 6)),
    ])
    await Promise.all(both.flat())
    const total = async () =>
      (await lists()).reduce((sum: number, { times }: { times: number }) => sum + times, 0)
    await expect.poll(total).toBe(120)
    expect((await lists()).every(({ visitors }: { visitors: number }) => visitors <= 4)).toBe(true)
  })

  it('S29 take a category and a point', async () => {
    const wrong = [
      { category: 99, ...fargo },
      { category: 3 },
      { ...fargo, category: 3, latitude: 91 },
    ]
    for (const body of wrong)
      expect((await app.post('/api/unmet-demand/lists', body, from(1))).status).toBe(400)
  })
})

describe('gaps', () => {
  it('are the most asked-for categories of cities that have few dishes', async () => {
    for (const network of [1, 2, 3]) await list(burgers, bismarck, network)
    for (const network of [1, 2]) await list(pizza, fargo, network)
    for (let again = 0; again < 9; again += 1) await list(burgers, fargo, 1)
    await expect.poll(gaps).toMatchObject([
      { cityName: 'Bismarck, ND, US', categoryName: 'Burgers', visitors: 3, dishes: 0 },
      { cityName: 'Fargo, ND, US', categoryName: 'Pizza', visitors: 2 },
      // One visitor who asks nine times is one visitor.
      { cityName: 'Fargo, ND, US', categoryName: 'Burgers', visitors: 1, times: 9 },
    ])
    const { id: restaurant } = await app.restaurant(bismarck)
    const dish = async () =>
      app.item({ restaurant, category: burgers, by: (await app.member()).id })
    for (let dishes = 0; dishes < 4; dishes += 1) await dish()
    expect(await gaps()).toMatchObject([{ cityName: 'Bismarck, ND, US', dishes: 4 }, {}, {}])
    await dish()
    expect(await gaps()).toMatchObject([
      { cityName: 'Fargo, ND, US' },
      { cityName: 'Fargo, ND, US' },
    ])
  })
})

describe('searches that found nothing', () => {
  it('are told once five networks asked the same on three days', async () => {
    await asked('Lutefisk  Tacos', 6)
    await asked('my old aunt’s name', 2)
    await search('asked today alone', 1)
    for (let network = 2; network < 9; network += 1) await search('asked today alone', network)
    await expect.poll(async () => (await searches()).length).toBe(1)
    const [row] = await searches()
    expect(row).toMatchObject({ text: 'lutefisk tacos', times: 18, days: 3, cities: '' })
    expect(row.visitors).toBeGreaterThanOrEqual(5)
    expect(await searches('q=FISK')).toHaveLength(1)
    expect(await searches('q=aunt')).toEqual([])
    expect((await desk('searches')).matching).toBe(1)
  })

  it('are told with the cities in which five asked, and no others', async () => {
    await asked('kumla', 6, fargo)
    app.clock.set(daysAgo(1))
    await search('kumla', 7, bismarck)
    app.clock.set(null)
    await expect
      .poll(() => searches())
      .toMatchObject([{ text: 'kumla', cities: 'Fargo, ND, US', times: 19 }])
  })

  it('are not kept where they tell who asks', async () => {
    for (const q of [
      'ann@example.com',
      'www.example.com/menu',
      'call 612 555-0198',
      '55401 44 12',
      'call 612/555/0199',
      '612 or 555 then 0198',
      'call \u0666\u0661\u0662\u0665\u0665\u0665',
      'x'.repeat(61),
      '!!!',
    ])
      expect((await search(q, 1)).status).toBe(200)
    await search('kept', 1)
    const kept = () => app.database.selectFrom('failed_searches').select('text').execute()
    await expect.poll(kept).toEqual([{ text: 'kept' }])
  })
})

it('counts are gone after 30 days', async () => {
  app.clock.set(daysAgo(30))
  await list(burgers, fargo, 1)
  await search('old', 1)
  app.clock.set(daysAgo(29))
  await list(pizza, fargo, 1)
  await search('young', 1)
  app.clock.set(null)
  const kept = async () => [
    ...(await app.database.selectFrom('empty_lists').select('category_id').execute()),
    ...(await app.database.selectFrom('failed_searches').select('text').execute()),
  ]
  await expect.poll(async () => (await kept()).length).toBe(4)
  await forgetDemandQueue(app.services).run({})
  expect(await kept()).toEqual([{ category_id: pizza }, { text: 'young' }])
})

it('a day has no more rows than the maximum, and those that are there go on counting', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const rows = Array.from({ length: 5000 }, (_, n) => ({ text: `junk ${n}` }))
  for (const some of [rows.slice(0, 2500), rows.slice(2500)])
    await app.database
      .insertInto('failed_searches')
      .values(some.map((row) => ({ ...row, day, ...empty })))
      .execute()
  await search('one more', 1)
  await search('junk 7', 1)
  const times = (text: string) =>
    app.database.selectFrom('failed_searches').select('times').where('text', '=', text).execute()
  await expect.poll(() => times('junk 7')).toEqual([{ times: 2 }])
  expect(await times('one more')).toEqual([])
})

const empty = { city_slug: '', city_label: '', times: 1, networks: '0'.repeat(64) }

it('S10 a network’s budget is an hour’s hundred', async () => {
  const limited = await appBehindProxy({ rateLimits: true })
  const tell = () =>
    limited.post('/api/unmet-demand/lists', { category: burgers, ...fargo }, from(9))
  const answers = []
  for (let count = 0; count < 101; count += 1) answers.push((await tell()).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(100)
  expect(answers.at(-1)).toBe(429)
})

it('S10 a network adds at most fifty searches a day', async () => {
  const limited = await appBehindProxy({ rateLimits: true })
  const tell = async (nth: number, network: number) =>
    (await limited.post('/api/unmet-demand/searches', { q: `junk ${nth}` }, from(network))).status
  for (let nth = 0; nth < 50; nth += 1) expect(await tell(nth, 9)).toBe(200)
  expect(await tell(50, 9)).toBe(429)
  expect(await tell(50, 10)).toBe(200)
})

it('S10 a network adds at most two hundred lists a day', async () => {
  const began = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: began })
  onTestFinished(() => void vi.useRealTimers())
  const limited = await appBehindProxy({ rateLimits: true })
  const who = { ip: '192.0.2.1', viewer: null }
  const tell = async () => {
    await limited.services.limits.spend('empty-list', who)
    await limited.services.limits.spendAfterValidation('empty-list', who)
  }
  for (let hour = 0; hour < 2; hour += 1) {
    for (let nth = 0; nth < 100; nth += 1) await tell()
    vi.setSystemTime(began + (hour + 1) * 3_601_000)
  }
  await expect(tell()).rejects.toMatchObject({ status: 429 })
  vi.setSystemTime(began + 24 * 3_601_000)
  await tell()
})
