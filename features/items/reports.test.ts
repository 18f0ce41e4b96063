import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function dish() {
  const restaurant = await app.restaurant()
  const owner = await app.member()
  const item = await app.item({ restaurant: restaurant.id, category: 3, by: owner.id })
  return { restaurant, item, owner }
}
const listed = async (restaurant: number) =>
  (await app.get(`/api/restaurants/${restaurant}`)).body.items.length === 1
const report = async (id: number, verified = true) =>
  app.post(`/api/items/${id}/expired`, {}, { as: await app.member({ verified }) })

describe('no longer on the menu', () => {
  it('thanks the reporter for good, and hides the dish for all at the fifth verified report', async () => {
    const { item, restaurant } = await dish()
    const first = await app.member()
    expect((await app.post(`/api/items/${item.id}/expired`, {}, { as: first })).body).toEqual({
      id: item.id,
      expired: true,
    })
    expect((await app.get(`/api/marks?items=${item.id}`, { as: first })).body[0].expired).toBe(true)
    expect(
      (await app.get(`/api/marks?items=${item.id}`, { as: await app.member() })).body[0].expired,
    ).toBe(false)
    for (let n = 0; n < 3; n++) await report(item.id)
    for (let n = 0; n < 3; n++) await report(item.id, false)
    expect(await listed(restaurant.id)).toBe(true)
    await report(item.id)
    expect(await listed(restaurant.id)).toBe(false)
  })

  it('F8 hides it when the last two of five come at once, and counts a member once', async () => {
    const { item, restaurant } = await dish()
    for (let n = 0; n < 3; n++) await report(item.id)
    const again = await app.member()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        app.post(`/api/items/${item.id}/expired`, {}, { as: again }),
      ),
    )
    expect(await listed(restaurant.id)).toBe(true)
    await app.database.deleteFrom('item_reports').where('user_id', '=', again.id).execute()
    await Promise.all([report(item.id), report(item.id)])
    expect(await listed(restaurant.id)).toBe(false)
  })

  it('counts an earlier report once its member has verified', async () => {
    const { item, restaurant } = await dish()
    for (let n = 0; n < 4; n++) await report(item.id)
    const late = await app.member({ verified: false })
    await app.post(`/api/items/${item.id}/expired`, {}, { as: late })
    expect(await listed(restaurant.id)).toBe(true)
    await app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', late.id)
      .execute()
    expect(await listed(restaurant.id)).toBe(false)
  })

  it('lets a verified member say that it is still there, which clears stale reports only', async () => {
    const { item, restaurant } = await dish()
    for (let n = 0; n < 5; n++) await report(item.id)
    const guest = await app.member()
    const unverified = await app.post(
      `/api/items/${item.id}/confirm`,
      {},
      { as: await app.member({ verified: false }) },
    )
    expect([unverified.status, unverified.body.error]).toEqual([403, 'verify_first'])
    await app.post(`/api/items/${item.id}/confirm`, {}, { as: guest })
    expect(await listed(restaurant.id)).toBe(false)
    await app.database
      .updateTable('item_reports')
      .set({ created_at: new Date('2020-01-01') })
      .where('item_id', '=', item.id)
      .execute()
    const { body } = await app.post(`/api/items/${item.id}/confirm`, {}, { as: guest })
    expect(body).toEqual({ id: item.id, confirmedAt: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(await listed(restaurant.id)).toBe(true)
    const { items } = (await app.get(`/api/restaurants/${restaurant.id}`)).body
    expect(items[0].confirmedAt).toBe(body.confirmedAt)
  })

  it('S34 old clients’ GETs act for their own page only, never for HEAD, prefetch or another site', async () => {
    const { item, restaurant } = await dish()
    const as = await app.member()
    for (const path of [
      `/api/itemExpired?itemId=${item.id}`,
      `/api/restaurant/markClosed?restaurantId=${restaurant.id}`,
    ]) {
      expect((await app.request('HEAD', path, { as })).status).toBe(404)
      expect(
        (await app.get(path, { as, headers: { 'Sec-Fetch-Site': 'cross-site' } })).status,
      ).toBe(403)
      expect((await app.get(path, { as, headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(403)
      expect((await app.get(path)).status).toBe(401)
    }
    expect((await app.get(`/api/marks?items=${item.id}`, { as })).body[0].expired).toBe(false)
    const done = await app.get(`/api/itemExpired?itemId=${item.id}&userId=${as.id}`, { as })
    expect([done.status, done.body, done.headers.get('cache-control')]).toEqual([
      200,
      { id: item.id, expired: true },
      'no-store',
    ])
  })
})

describe('permanently closed', () => {
  it('thanks the reporter, and takes restaurant and dishes out of the lists at the fifth', async () => {
    const { restaurant, item } = await dish()
    const close = async () =>
      app.post(`/api/restaurants/${restaurant.id}/closed`, {}, { as: await app.member() })
    const as = await app.member()
    const { body } = await app.get(`/api/restaurant/markClosed?restaurantId=${restaurant.id}`, {
      as,
    })
    expect(body).toEqual({ id: restaurant.id, restaurantClosed: true })
    expect(
      (await app.get(`/api/restaurants/${restaurant.id}`, { as })).body.restaurant.restaurantClosed,
    ).toBe(true)
    expect(
      (await app.get(`/api/restaurants/${restaurant.id}`)).body.restaurant.restaurantClosed,
    ).toBe(false)
    await Promise.all([close(), close(), close(), close()])
    expect(
      (await app.get(`/api/restaurants/${restaurant.id}`)).body.restaurant.restaurantClosed,
    ).toBe(true)
    const { listed: shown } = await app.database
      .selectFrom('items')
      .select('listed')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow()
    expect(shown).toBe(false)
  })

  it('answers 404 for what isn’t there', async () => {
    const as = await app.member()
    expect((await app.post('/api/restaurants/2000000000/closed', {}, { as })).status).toBe(404)
    expect((await app.post('/api/items/2000000000/expired', {}, { as })).status).toBe(404)
    expect((await app.post('/api/items/0/expired', {}, { as })).status).toBe(400)
  })
})
