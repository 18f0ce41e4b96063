import { beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { nearestOf } from './nearest.ts'

const app = await testApp()
const limited = await testApp({ beside: app, rateLimits: true })
let last = 0
let newcomer: Person
const near = { latitude: 44.98, longitude: -93.27 }
const name = () => `Zebra Kitchen ${(last += 1)}`
const add = (as: Person, called = name(), site = app) =>
  site.post('/api/restaurants', { name: called, address: '1 New Street', ...near }, { as })
const save = (as: Person, placeId: string, itemName = 'Zebra Burger') =>
  app.post('/api/yolos', { placeId, categoryId: 3, itemName }, { as })
beforeEach(async () => {
  newcomer = await app.member({ verified: false })
})

describe('what is added', () => {
  it('of an unverified member is the one of their first favorite', async () => {
    const called = name()
    const { body } = await add(newcomer, called)
    expect((await app.get('/api/yolos/is-yolo-allowed', { as: newcomer })).body).toMatchObject({
      allowed: true,
      restaurantAllowed: false,
    })
    // A retry after a lost response gets the same restaurant.
    expect((await add(newcomer, called)).body).toMatchObject({
      error: 'restaurant_exists',
      restaurant: { id: body.id },
    })
    for (let times = 0; times < 3; times += 1)
      expect(await add(newcomer)).toMatchObject({ status: 403, body: { error: 'verify_first' } })
    expect((await save(newcomer, body.placeId)).status).toBe(200)
    expect((await add(newcomer)).body.error).toBe('verify_first')
    // A member who has a favorite elsewhere can't add one, and of two simultaneous requests only one succeeds.
    const other = await app.member({ verified: false })
    await save(other, (await app.restaurant()).placeId)
    expect((await add(other)).body.error).toBe('verify_first')
    const third = await app.member({ verified: false })
    const both = await Promise.all([add(third), add(third)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  it('S10 of a verified member is twenty a day', async () => {
    const member = await app.member()
    for (let times = 0; times < 20; times += 1)
      expect((await add(member, name(), limited)).status).toBe(200)
    expect((await add(member, name(), limited)).status).toBe(429)
  })
})

it('S10 what is added at once by as many as the pool has connections holds nobody up', async () => {
  const member = await app.member()
  const other = await app.member()
  const adding = Promise.all(Array.from({ length: 12 }, () => add(member, name(), limited)))
  expect((await limited.get('/api/my-page', { as: other })).status).toBe(200)
  expect((await adding).map(({ status }) => status)).toEqual(Array(12).fill(200))
})

describe('what an unverified member added', () => {
  it('is said to be unseen by others, to them when they save there', async () => {
    const { placeId } = (await add(newcomer)).body
    expect((await save(newcomer, placeId)).body.unconfirmed).toBe(true)
    const member = await app.member()
    const seen = (await add(member)).body
    const { body } = await save(member, seen.placeId)
    expect(body.unconfirmed).toBe(false)
    expect((await app.get(`/api/items/${body.itemId}`)).body.unconfirmed).toBe(false)
  })

  it('is put right by a verified member who adds the same: their words are shown', async () => {
    const called = name()
    const { body: typed } = await app.post(
      '/api/restaurants',
      { name: called, address: 'CLOSED - go to evil.example', ...near },
      { as: newcomer },
    )
    const member = await app.member()
    const added = await add(member, called)
    expect(added).toMatchObject({ status: 200, body: { id: typed.id, placeId: typed.placeId } })
    await save(member, typed.placeId)
    const { body } = await app.get(`/api/restaurants/${typed.id}`)
    expect(body.restaurant).toMatchObject({ name: called, address: '1 New Street' })
    expect((await add(await app.member(), called)).body.error).toBe('restaurant_exists')
  })

  /** Returns which pages, lists and searches show the restaurant to a person. */
  const seenBy = async (
    as: Person | null,
    it: { id: number; placeId: string; itemId: number; name: string },
  ) => {
    const get = async (path: string) => (await app.get(`/api${path}`, { as })).text
    const q = encodeURIComponent(it.name)
    const point = 'latitude=44.98&longitude=-93.27'
    const places = {
      page: `/restaurants/${it.id}`,
      dish: `/items/${it.itemId}`,
      place: `/places/${encodeURIComponent(it.placeId)}`,
      suggested: `/places/restaurants?q=${q}&${point}`,
      searched: `/search?q=${q}&${point}`,
      dishes: `/search?q=Zebra%20Burger&${point}`,
      listed: `/yolos?category=3&${point}&distanceMiles=1`,
      file: `/yolos/export?format=csv&category=3&${point}&distanceMiles=1`,
      member: `/users/${newcomer.id}`,
      favorites: `/users/${newcomer.id}/export?format=csv`,
      menu: `/items?category=3&placeId=${encodeURIComponent(it.placeId)}`,
    }
    const seen = []
    for (const [where, path] of Object.entries(places))
      if ((await get(path)).includes(where === 'address' ? '1 New Street' : it.name))
        seen.push(where)
    const byName = await app.get(`/api/restaurants?name=${q}`, { as })
    return byName.status === 200 ? [...seen, 'found'] : seen
  }
  const added = async () => {
    const called = name()
    const { id, placeId } = (await add(newcomer, called)).body
    const { itemId } = (await save(newcomer, placeId)).body
    return { id, placeId, itemId, name: called }
  }
  const everywhere = ['page', 'dish', 'place', 'found', 'suggested', 'searched', 'listed', 'file']

  it('is seen by nobody else, and by themselves on its page and their own', async () => {
    const it = await added()
    expect(await seenBy(null, it)).toEqual([])
    expect(await seenBy(await app.member(), it)).toEqual([])
    const own = await seenBy(newcomer, it)
    for (const where of ['page', 'dish', 'member']) expect(own).toContain(where)
    const { restaurant, items } = (await app.get(`/api/restaurants/${it.id}`, { as: newcomer }))
      .body
    expect(restaurant).toMatchObject({ unconfirmed: true, closed: false })
    expect(items).toMatchObject([{ closed: false }])
    expect((await app.get(`/api/items/${it.itemId}`, { as: newcomer })).body.unconfirmed).toBe(true)
    // Our number, which can be guessed, names it to nobody else.
    expect((await save(await app.member(), String(it.id))).status).toBe(400)
  })

  it('is none of another unverified member’s who adds the same: theirs is a restaurant of its own', async () => {
    const called = name()
    const spiteful = {
      name: `${called.toUpperCase()} !!!`,
      address: 'CLOSED - go to evil.example',
      ...near,
      latitude: 44.9801,
    }
    const { body: first } = await app.post('/api/restaurants', spiteful, { as: newcomer })
    await save(newcomer, first.placeId, 'Zebra Burger')
    const honest = await app.member({ verified: false })
    const { status, body: second } = await add(honest, called)
    expect(status).toBe(200)
    expect(second.id).not.toBe(first.id)
    // A retry after a lost response gets the same restaurant.
    expect((await add(honest, called)).body).toMatchObject({
      error: 'restaurant_exists',
      restaurant: { id: second.id, address: '1 New Street' },
    })
    const similar = `/api/items/similar?placeId=${first.placeId}&category=3&itemName=Zebra%20Burgers`
    expect((await app.get(similar, { as: newcomer })).body).toMatchObject([
      { itemName: 'Zebra Burger' },
    ])
    for (const as of [honest, await app.member(), null])
      expect(await app.get(similar, { as })).toMatchObject({ status: 200, body: [] })
    // Nobody else's dish can make it public, even if they know its place id.
    for (const as of [honest, await app.member()])
      expect(await save(as, first.placeId)).toMatchObject({
        status: 400,
        body: { fields: { placeId: 'We don’t know this place.' } },
      })
    await save(honest, second.placeId)
    await app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', honest.id)
      .execute()
    expect((await app.get(`/api/restaurants/${second.id}`)).body.restaurant).toMatchObject({
      name: called,
      address: '1 New Street',
    })
    expect((await app.get(`/api/restaurants/${first.id}`)).status).toBe(404)
    // Who adds it now is led to the public one.
    expect((await add(await app.member(), called)).body.restaurant).toMatchObject({ id: second.id })
  })

  it('is seen by all once a verified member’s dish hangs on it', async () => {
    const it = await added()
    const member = await app.member()
    const { body } = await add(member, it.name)
    expect(body).toEqual({ id: it.id, placeId: it.placeId })
    expect((await save(member, body.placeId)).status).toBe(200)
    await expect.poll(() => seenBy(null, it)).toEqual(expect.arrayContaining(everywhere))
  })

  it('is seen by all once they verify', async () => {
    const it = await added()
    await app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', newcomer.id)
      .execute()
    await expect.poll(() => seenBy(null, it)).toEqual(expect.arrayContaining(everywhere))
  })
})

it('who stands in a restaurant that only they added is offered it among others nearby', async () => {
  const there = { latitude: 47.6, longitude: -96 }
  for (let times = 1; times <= 40; times += 1)
    await app.restaurant({ latitude: 47.6 + times / 2_000, longitude: -96 })
  const own = { name: 'Grandma’s Kitchen', address: '1 New Street', ...there }
  expect((await app.post('/api/restaurants', own, { as: await app.member() })).status).toBe(200)
  for (const at of ['47.6', '47.605']) {
    const { body } = await app.get(`/api/places/restaurants?q=&latitude=${at}&longitude=-96`)
    expect(body).toHaveLength(30)
    expect(body.map(({ name }: { name: string }) => name)).toContain('Grandma’s Kitchen')
  }
  // From farther away, where the circle of ten miles has none.
  const { body } = await app.get('/api/places/restaurants?q=&latitude=47.4&longitude=-96')
  expect(body[0]).toMatchObject({ name: 'Grandma’s Kitchen', alone: true })
})

it('what is farther than a mile pushes out nothing that members added', async () => {
  const there = { latitude: 45.9, longitude: -98.2 }
  const name = (times: number) => `Village ${times}`
  for (let times = 0; times < 10; times += 1) {
    const one = { name: name(times), address: `${times} Main Street`, ...there }
    one.latitude += times / 4_000
    expect((await app.post('/api/restaurants', one, { as: await app.member() })).status).toBe(200)
  }
  for (let times = 0; times < 40; times += 1)
    await app.restaurant({ latitude: 46.4 + times / 4_000, longitude: -98.2 })
  const { body } = await app.get('/api/places/restaurants?q=&latitude=45.9&longitude=-98.2')
  expect(body).toHaveLength(30)
  expect(
    nearestOf(body as { name: string; distanceMiles: number }[], 8).map((it) => it.name),
  ).toEqual(Array.from({ length: 8 }, (_, times) => name(times)))
})

it('what an import brought, too, isn’t spoken for by its adder alone, nor when they are gone', async () => {
  const there = { latitude: 45.1, longitude: -99.7 }
  const own = { name: 'Prairie Table', address: '1 Main Street', ...there }
  const adder = await app.member()
  const { id } = (await app.post('/api/restaurants', own, { as: adder })).body
  const nearby = async () =>
    (await app.get('/api/places/restaurants?q=&latitude=45.1&longitude=-99.7')).body
  expect(await nearby()).toMatchObject([{ name: own.name, alone: true }])
  const brought = await app.restaurant({ name: own.name, ...there })
  const merged = { merged_into: id, deleted_at: new Date() }
  await app.database.updateTable('restaurants').set(merged).where('id', '=', brought.id).execute()
  expect((await nearby())[0].alone).toBeUndefined()
  await app.database.deleteFrom('users').where('id', '=', adder.id).execute()
  expect((await nearby())[0].alone).toBeUndefined()
})
