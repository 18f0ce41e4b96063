import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let admin: Person
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 7 })
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

const merge = (id: number, into: number) =>
  app.post(`/api/restaurants/${id}/merge`, { into }, { as: admin })
const show = async (id: number, as?: Person) =>
  (await app.get(`/api/restaurants/${id}`, as ? { as } : {})).body
const dish = async (restaurant: number, name: string, wanted: object = {}) =>
  app.item({ restaurant, category: burgers, by: (await app.member()).id, name, ...wanted })
const close = (id: number, as: Person) => app.post(`/api/restaurants/${id}/closed`, {}, { as })
const two = async (latitude = 44.99) => {
  const goes = await app.restaurant({ name: 'Lucy and Gus', latitude, longitude: -93.21 })
  const stays = await app.restaurant({ name: 'Lucy & Gus' })
  return { goes, stays }
}

describe('POST /restaurants/:id/merge', () => {
  it('joins dishes of one name and category, moves the others, and fills in what was missing', async () => {
    const { goes, stays } = await two()
    await app.database
      .updateTable('restaurants')
      .set({ phone: '+1 612 555 0100', website: 'https://old.example/', price_level: 2 })
      .where('id', '=', goes.id)
      .execute()
    await app.database
      .updateTable('restaurants')
      .set({ website: 'https://lucy.example/' })
      .where('id', '=', stays.id)
      .execute()
    const voter = await app.member()
    const here = await dish(stays.id, 'Molten Lucy')
    const there = await dish(goes.id, 'molten  LUCY', { tags: [35] })
    const other = await dish(goes.id, 'Plain Gus')
    const ofPizza = await dish(goes.id, 'Molten Lucy', { category: 2 })
    for (const id of [there.id, other.id])
      await app.post(`/api/items/${id}/upvote`, {}, { as: voter })

    const { status, body } = await merge(goes.id, stays.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: stays.id,
      placeId: stays.placeId,
      items: { moved: 2, joined: 1 },
      yolos: { moved: 1, joined: 0 },
      votes: { moved: 1, dropped: 0 },
    })
    const { restaurant, items } = await show(stays.id, voter)
    expect(restaurant).toMatchObject({
      phone: '+1 612 555 0100',
      website: 'https://lucy.example/',
      priceLevel: 2,
    })
    expect(new Set(items.map(({ id }: { id: number }) => id))).toEqual(
      new Set([here.id, other.id, ofPizza.id]),
    )
    expect(items.find(({ id }: { id: number }) => id === here.id)).toMatchObject({
      itemName: 'Molten Lucy',
      upvoteCount: 1,
      yoloCount: 2,
      tags: [35],
      upvoted: true,
    })
    // Moved dishes have the location of their new restaurant, in rankings too.
    const near = `latitude=44.98&longitude=-93.27&distanceMiles=1&category=${burgers}`
    const { body: listing } = await app.get(`/api/yolos?${near}`)
    expect(
      listing.nearBy.map(({ id, distanceMiles }: { id: number; distanceMiles: number }) => [
        id,
        distanceMiles,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [here.id, 0],
        [other.id, 0],
      ]),
    )
    const audit = await app.database
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      actor_id: 7,
      action: 'restaurant.merge',
      subject: `restaurant ${stays.id}`,
      before: { goes: { name: 'Lucy and Gus' }, stays: { phone: null } },
      after: { stays: { phone: '+1 612 555 0100' }, merge: body.merge },
    })
  })

  it('leads from the old number, place id and name to the one that stayed', async () => {
    const { goes, stays } = await two(45.2)
    const burger = await dish(goes.id, 'Blue Lucy')
    await merge(goes.id, stays.id)
    expect((await show(goes.id)).restaurant.id).toBe(stays.id)
    const found = async (query: Record<string, string>) =>
      (await app.get(`/api/restaurants?${new URLSearchParams(query)}`)).body.id
    expect(await found({ placeId: goes.placeId })).toBe(stays.id)
    expect(await found({ placeId: goes.placeId, name: 'Lucy and Gus' })).toBe(stays.id)
    const { body: place } = await app.get(`/api/places/${encodeURIComponent(goes.placeId)}`)
    expect(place).toMatchObject({ id: stays.placeId, name: 'Lucy & Gus' })
    for (const query of [`place=${goes.id}`, `placeId=${goes.placeId}`]) {
      const { body: items } = await app.get(`/api/items?category=${burgers}&${query}`)
      expect(items).toMatchObject([{ id: burger.id, restaurantId: stays.id }])
    }
    const typed = new URLSearchParams({
      placeId: goes.placeId,
      category: '3',
      itemName: 'bluelucy',
    })
    expect((await app.get(`/api/items/similar?${typed}`)).body).toMatchObject([{ id: burger.id }])
    const eater = await app.member()
    const saved = { placeId: goes.placeId, categoryId: burgers, itemName: 'Another' }
    expect((await app.post('/api/yolos', saved, { as: eater })).body).toMatchObject({
      restaurantId: stays.id,
    })
    const known = { placeId: goes.placeId, categoryId: burgers, itemId: burger.id }
    expect((await app.post('/api/yolos', known, { as: eater })).status).toBe(200)
    // It can't be added again.
    const again = { name: 'Lucy and Gus', address: '1 E', latitude: 45.2, longitude: -93.21 }
    expect((await app.post('/api/restaurants', again, { as: eater })).body).toMatchObject({
      error: 'restaurant_exists',
      restaurant: { id: stays.id },
    })
    // After one more merging, everything leads to the last restaurant.
    const last = await app.restaurant({ name: 'Lucy' })
    await merge(stays.id, last.id)
    expect((await show(goes.id)).restaurant.id).toBe(last.id)
  })

  it('counts a member’s report once; five of both together close it', async () => {
    const { goes, stays } = await two()
    await dish(goes.id, 'Blue Lucy')
    const twice = await app.member()
    for (const id of [goes.id, stays.id]) await close(id, twice)
    for (let count = 0; count < 3; count++) await close(goes.id, await app.member())
    expect((await merge(goes.id, stays.id)).body.reports).toEqual({ moved: 3, dropped: 1 })
    expect((await show(stays.id)).restaurant.closed).toBe(false)
    const { body } = await close(goes.id, await app.member())
    expect(body).toEqual({ id: stays.id, restaurantClosed: true })
    expect((await show(stays.id)).restaurant.closed).toBe(true)
  })

  it('refuses itself and what is gone', async () => {
    const { goes, stays } = await two()
    expect((await merge(goes.id, goes.id)).body.fields).toHaveProperty('into')
    expect((await merge(goes.id, 2_000_000_000)).body.error).toBe('restaurant_not_found')
    await merge(goes.id, stays.id)
    for (const [id, into] of [
      [goes.id, stays.id],
      [stays.id, goes.id],
    ] as const)
      expect((await merge(id, into)).body.error).toBe('restaurant_not_found')
  })

  it('F8 loses no save, vote or report that crosses it', async () => {
    const { goes, stays } = await two()
    const [there, other] = [await dish(goes.id, 'Blue Lucy'), await dish(goes.id, 'Gus')]
    const here = await dish(stays.id, 'Blue Lucy')
    const crowd = await Promise.all(Array.from({ length: 30 }, () => app.member()))
    const save = (as: Person, what: object) =>
      app.post('/api/yolos', { categoryId: burgers, ...what }, { as })
    const answers = await Promise.all([
      ...crowd.slice(0, 10).map((as, at) => {
        const id = [there, other, here][at % 3]!.id
        return app.post(`/api/items/${id}/upvote`, {}, { as })
      }),
      ...crowd
        .slice(10, 16)
        .map((as) => save(as, { placeId: goes.placeId, itemName: 'Blue Lucy' })),
      ...crowd.slice(16, 20).map((as) => save(as, { placeId: goes.placeId, itemName: 'New one' })),
      ...crowd.slice(20, 26).map((as) => save(as, { itemId: there.id, placeId: goes.placeId })),
      ...crowd.slice(26).map((as) => close(goes.id, as)),
      merge(goes.id, stays.id),
    ])
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [200, undefined]),
    )
    const { items } = await show(goes.id)
    expect(
      Object.fromEntries(
        items.map((one: { itemName: string; yoloCount: number; upvoteCount: number }) => [
          one.itemName,
          [one.yoloCount, one.upvoteCount],
        ]),
      ),
    ).toEqual({ 'Blue Lucy': [2 + 12, 7], Gus: [1, 3], 'New one': [4, 0] })
    const reports = await app.database
      .selectFrom('restaurant_reports')
      .select('user_id')
      .where('restaurant_id', '=', stays.id)
      .execute()
    expect(reports).toHaveLength(4)
  })
})
