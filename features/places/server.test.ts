import { latLngToCell } from 'h3-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { foldText } from '#domain/fold.ts'
import { cpuTime } from '#platform/testing/cpu-time.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
}, 120_000)

const minneapolis = { latitude: 44.98, longitude: -93.27 }
const at = (point: { latitude: number; longitude: number }) =>
  `latitude=${point.latitude}&longitude=${point.longitude}`
let count = 0

/** Adds a restaurant `milesNorth` miles north of the center of Minneapolis. */
async function restaurant(
  name: string,
  milesNorth: number,
  more: { hidden_at?: Date; deleted_at?: Date } = {},
) {
  const latitude = minneapolis.latitude + (milesNorth / 3958.7613) * (180 / Math.PI)
  const { longitude } = minneapolis
  const cell = (resolution: number) => BigInt(`0x${latLngToCell(latitude, longitude, resolution)}`)
  return app.database
    .insertInto('restaurants')
    .values({
      place_id: `here:${++count}`,
      name,
      name_key: foldText(name),
      address: '1 Test Street',
      latitude,
      longitude,
      cell5: cell(5),
      cell7: cell(7),
      city_label: 'Minneapolis, MN, US',
      city_slug: 'minneapolis-mn-us',
      time_zone: 'America/Chicago',
      source: 'test',
      ...more,
    })
    .returning(['id', 'place_id as placeId'])
    .executeTakeFirstOrThrow()
}

const search = async (q: string, point = minneapolis) => {
  const { status, body } = await app.get(
    `/api/places/restaurants?q=${encodeURIComponent(q)}&${at(point)}`,
  )
  expect(status).toBe(200)
  return body as { id: string; restaurantId: number; name: string; distanceMiles: number }[]
}
const found = async (q: string) => (await search(q)).map(({ name }) => name)

describe('cities', () => {
  it.each([
    ['Downtown Minneapolis', 'Minneapolis, MN, US'],
    ['downtown, minneapolis mn', 'Minneapolis, MN, US'],
    ['Garment District New York', 'New York City, NY, US'],
    ['3517 E Lake St Minneapolis MN', 'Minneapolis, MN, US'],
  ])('are found for what is more than a name: %s', async (q, name) => {
    const { body } = await app.get(`/api/places/cities?q=${encodeURIComponent(q)}`)
    expect(body).toMatchObject([{ name }])
  })

  it.each([
    ['San Francisco, CA', 'San Francisco, CA, US'],
    ['123 Main St, San Francisco, CA 94105', 'San Francisco, CA, US'],
    ['Augusta, GA', 'Augusta, GA, US'],
    ['Portland, OR, USA', 'Portland, OR, US'],
    ['Vancouver, BC', 'Vancouver, British Columbia, CA'],
    ['Sydney, NSW', 'Sydney, New South Wales, AU'],
    ['800 Granville St Vancouver BC', 'Vancouver, British Columbia, CA'],
  ])('are first where their state is named: %s', async (q, name) => {
    const { body } = await app.get(`/api/places/cities?q=${encodeURIComponent(q)}`)
    expect(body[0]).toMatchObject({ name })
  })

  it.each(['44.98, -93.27', 'Downtown Qqqqzz', 'Qqqqzz Downtown', 'Minneapolis Qqqqzz'])(
    'aren’t found for %s',
    async (q) =>
      expect((await app.get(`/api/places/cities?q=${encodeURIComponent(q)}`)).body).toEqual([]),
  )

  it('are suggested as places', async () => {
    const { status, body } = await app.get('/api/places/cities?q=minneap')
    expect(status).toBe(200)
    expect(body[0]).toEqual({
      id: 'geonames:5037649',
      name: 'Minneapolis, MN, US',
      address: 'Hennepin County, Minnesota, United States',
      latitude: 44.97997,
      longitude: -93.26384,
      slug: 'minneapolis-mn-us',
      timeZone: 'America/Chicago',
    })
    expect((await app.get('/api/places/cities?q=s')).body.length).toBe(8)
    expect((await app.get('/api/places/cities?q=')).body).toEqual([])
  })
  it('around the point come first', async () => {
    const { body } = await app.get('/api/places/cities?q=paris&latitude=33.66&longitude=-95.55')
    expect(body[0].name).toBe('Paris, TX, US')
  })
  it.each([
    '',
    'q=a&latitude=1',
    'q=a&longitude=1',
    'q=a&latitude=91&longitude=1',
    'q=a&q=b',
    `q=${'a'.repeat(101)}`,
    'q=%00',
  ])('refuse %s', async (query) =>
    expect((await app.get(`/api/places/cities?${query}`)).status).toBe(400),
  )
  it('are found by their readable address', async () => {
    const { body } = await app.get('/api/cities/minneapolis-mn-us')
    expect(body).toMatchObject({ id: 'geonames:5037649', name: 'Minneapolis, MN, US' })
    expect((await app.get('/api/cities/nowhere')).body).toEqual({
      error: 'place_not_found',
      message: 'Not Found!',
    })
  })
  it('are named for a point, but not for the open sea', async () => {
    const { body } = await app.get(`/api/places/nearest-city?${at(minneapolis)}`)
    expect(body).toMatchObject({ name: 'Minneapolis, MN, US', slug: 'minneapolis-mn-us' })
    const sea = await app.get('/api/places/nearest-city?latitude=-40&longitude=-120')
    expect(sea.status).toBe(404)
    expect((await app.get('/api/places/nearest-city?latitude=1')).status).toBe(400)
  })
})

describe('restaurants near a point', () => {
  beforeAll(async () => {
    await restaurant('Crème & Crumb', 1)
    await restaurant('Saint Dinette', 2)
    await restaurant('100% Noodles_House', 3)
    await restaurant('Noodles 1000', 2.5)
    await restaurant('Noodle', 20)
    await restaurant('Back\\slash Bar', 4)
    await restaurant('Just Inside', 49.99)
    await restaurant('Just Outside', 50.01)
    await restaurant('Closed Noodles', 1, { hidden_at: new Date() })
    await restaurant('Deleted Noodles', 1, { deleted_at: new Date() })
  })

  it.each([
    ['creme', ['Crème & Crumb']],
    ['CRÈME crumb', ['Crème & Crumb']],
    ['crumb cre', ['Crème & Crumb']],
    ['dinette', ['Saint Dinette']],
    ['inette', []],
    ['nette', []],
    ['crumb dinette', []],
    ['%', ['100% Noodles_House']],
    ['_', ['100% Noodles_House']],
    ['\\', ['Back\\slash Bar']],
    ['100_', []],
    ['n%s', []],
    ['noodles_h', ['100% Noodles_House']],
    ['100%', ['100% Noodles_House']],
    ['back\\slash', ['Back\\slash Bar']],
    ["' | 'x':* & !('", []],
    ['just', ['Just Inside']],
  ])('S28 %s finds %j', async (q, expected) => expect(await found(q)).toEqual(expected))

  it('come whole name first, then nearest, and say how far', async () => {
    expect(await found('noodle')).toEqual(['Noodle', 'Noodles 1000', '100% Noodles_House'])
    const [first] = await search('dinette')
    expect(first!.distanceMiles).toBeCloseTo(2, 3)
    expect(first!.id).toMatch(/^here:/)
  })
  it('are the nearest where nothing is typed, at most thirty', async () => {
    const names = await found('')
    expect(names[0]).toBe('Crème & Crumb')
    expect(names.at(-1)).toBe('Just Inside')
    expect(names).not.toContain('Closed Noodles')
    for (let more = 0; more < 30; more += 1) await restaurant(`Another ${more}`, 6)
    expect((await found('')).length).toBe(30)
  })
  it('S30 take long texts without slowing down', async () => {
    expect(await cpuTime(() => search('ab '.repeat(33)))).toBeLessThan(1000)
  })
  it.each([
    'q=a',
    'q=a&latitude=1',
    'q=a&latitude=x&longitude=1',
    'q=a&latitude=1&longitude=181',
    `q=${'a'.repeat(101)}&${at(minneapolis)}`,
  ])('refuse %s', async (query) =>
    expect((await app.get(`/api/places/restaurants?${query}`)).status).toBe(400),
  )
})

describe('a place', () => {
  it('tells what is known of a city', async () => {
    const { body } = await app.get('/api/places/geonames%3A5037649')
    expect(body).toMatchObject({
      id: 'geonames:5037649',
      name: 'Minneapolis, MN, US',
      response: { population: 410939 },
    })
  })
  it('tells what is known of a restaurant, slashes in its id or not', async () => {
    const { placeId } = await app.restaurant({ placeId: 'osm:node/77', name: 'Slashed' })
    const { body } = await app.get(`/api/places/${encodeURIComponent(placeId)}`)
    expect(body).toMatchObject({
      id: placeId,
      name: 'Slashed',
      address: '1 Test Street',
      response: { source: 'test', citySlug: 'minneapolis-mn-us' },
    })
  })
  it('may be known by no id but its own', async () => {
    const slug = (await app.get('/api/places/cities?q=foggy%20bottom')).body[0]
    expect(slug.id).toBe(`city:${slug.slug}`)
    expect((await app.get(`/api/places/${slug.id}`)).body.name).toBe('Foggy Bottom, DC, US')
  })
  it.each(['nothing', 'geonames:1', 'geonames:x', 'city:', 'city:zz', 'own:x', '__proto__', '%27'])(
    '%s is not found',
    async (id) => expect((await app.get(`/api/places/${id}`)).status).toBe(404),
  )
  it('that was deleted is not found', async () => {
    const { placeId } = await restaurant('Was here', 9, { deleted_at: new Date() })
    expect((await app.get(`/api/places/${placeId}`)).status).toBe(404)
  })
})

describe('a restaurant that is missing', () => {
  const missing = { name: 'Élan Vital', address: '9 New Street', latitude: 44.9, longitude: -93.2 }

  it('is added by a member, with its city, and found at once', async () => {
    const member = await app.member()
    const { status, body } = await app.post(
      '/api/restaurants',
      { ...missing, source: 'osm', id: 5 },
      { as: member },
    )
    expect(status).toBe(200)
    expect(body.placeId).toMatch(/^own:/)
    const row = await app.database
      .selectFrom('restaurants')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      place_id: body.placeId,
      name_key: 'elan vital',
      city_slug: expect.stringMatching(/-mn-us$/),
      time_zone: 'America/Chicago',
      source: 'member',
      added_by: member.id,
    })
    expect(await found('elan')).toEqual(['Élan Vital'])
  })

  it('is refused where it stands already, within 75 meters and whatever its accents', async () => {
    const member = await app.member()
    const near = { ...missing, name: 'ELAN  vital', latitude: 44.9006 }
    const { status, body } = await app.post('/api/restaurants', near, { as: member })
    expect(status).toBe(409)
    expect(body).toMatchObject({ error: 'restaurant_exists', restaurant: { name: 'Élan Vital' } })
    const far = await app.post('/api/restaurants', { ...near, latitude: 44.9008 }, { as: member })
    expect(far.status).toBe(200)
    const other = await app.post('/api/restaurants', { ...near, name: 'Elan' }, { as: member })
    expect(other.status).toBe(200)
  })

  it('F7 is added once by twenty requests at the same time', async () => {
    const member = await app.member()
    const atOnce = { ...missing, name: 'At Once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.post('/api/restaurants', atOnce, { as: member })),
    )
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    const rows = await app.database
      .selectFrom('restaurants')
      .select('id')
      .where('name', '=', 'At Once')
      .execute()
    expect(rows).toHaveLength(1)
    // Once it is deleted, its member can't bring it back.
    await app.database
      .updateTable('restaurants')
      .set({ deleted_at: new Date() })
      .where('name', '=', 'At Once')
      .execute()
    expect((await app.post('/api/restaurants', atOnce, { as: member })).body).toMatchObject({
      fields: { name: 'This restaurant was removed.' },
    })
  })

  it('of an unverified member is that of their first favorite, which others see once they verify', async () => {
    const newcomer = await app.member({ verified: false })
    const { body } = await app.post(
      '/api/restaurants',
      { ...missing, name: 'Of a Newcomer' },
      { as: newcomer },
    )
    const second = await app.post(
      '/api/restaurants',
      { ...missing, name: 'Second' },
      { as: newcomer },
    )
    expect(second).toMatchObject({ status: 403, body: { error: 'verify_first' } })
    const seen = async (as?: Person) =>
      (await app.get(`/api/restaurants/${body.id}`, as && { as })).status
    const offered = async () =>
      (await app.get('/api/places/restaurants?q=newcomer&latitude=44.9&longitude=-93.2')).body
    expect([await seen(), await seen(newcomer), await offered()]).toEqual([404, 200, []])
    await app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', newcomer.id)
      .execute()
    expect(await seen()).toBe(200)
    expect(await offered()).toMatchObject([{ restaurantId: body.id }])
  })

  it('S10 is added twenty times a day', async () => {
    const limited = await testApp({ sharing: app, rateLimits: true })
    const member = await app.member()
    const add = (n: number) =>
      limited.post('/api/restaurants', { ...missing, name: `Daily ${n}` }, { as: member })
    for (let n = 0; n < 20; n += 1) expect((await add(n)).status).toBe(200)
    expect((await add(20)).status).toBe(429)
  })

  it.each([
    ['no name', { name: ' ' }],
    ['a name of signs', { name: '!!!' }],
    ['a long name', { name: 'a'.repeat(201) }],
    ['a control character', { name: 'a\u0007b' }],
    ['no address', { address: '' }],
    ['a latitude of 91', { latitude: 91 }],
    ['a text for a number', { longitude: '1' }],
  ])('is refused with %s', async (_, wrong) => {
    const member = await app.member()
    const { status, body } = await app.post(
      '/api/restaurants',
      { ...missing, ...wrong },
      { as: member },
    )
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(Object.keys(wrong))
  })
  it('needs a member', async () =>
    expect((await app.post('/api/restaurants', missing)).status).toBe(401))
})

describe('an import or a hand that moves a restaurant', () => {
  it('moves its dishes', async () => {
    const member = await app.member()
    const place = await app.restaurant()
    const item = await app.item({ restaurant: place.id, category: 1, by: member.id })
    const to = { latitude: 34.05, longitude: -118.24 }
    await app.database
      .updateTable('restaurants')
      .set({ ...to, cell5: BigInt(`0x${latLngToCell(34.05, -118.24, 5)}`) })
      .where('id', '=', place.id)
      .execute()
    const row = await app.database
      .selectFrom('items')
      .selectAll()
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow()
    expect(milesBetween(row, to)).toBe(0)
    expect(BigInt(row.cell5).toString(16)).toBe(latLngToCell(34.05, -118.24, 5))
  })
})
