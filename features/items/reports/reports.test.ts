import { beforeAll, describe, expect, it } from 'vitest'
import { violatedInvariants } from '#platform/testing/invariants.ts'
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

  it('counts an earlier report once its member has verified, and hides it with the next', async () => {
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
    expect(await listed(restaurant.id)).toBe(true)
    await report(item.id, false)
    expect(await listed(restaurant.id)).toBe(true)
    await report(item.id)
    expect(await listed(restaurant.id)).toBe(false)
  })

  it('a report of a member who is taken down or has left hides nothing, and counts again for the next report', async () => {
    const { item, restaurant } = await dish()
    const admin = await app.member({ id: 514 })
    const five = await Promise.all(Array.from({ length: 5 }, () => app.member()))
    for (const as of five) {
      await app.post(`/api/items/${item.id}/expired`, {}, { as })
      await app.post(`/api/restaurants/${restaurant.id}/closed`, {}, { as })
    }
    const hidden = async () => {
      const { gone, closed } = (await app.get(`/api/items/${item.id}`)).body
      return [gone, closed]
    }
    await expect.poll(hidden).toEqual([true, true])
    const member = { kind: 'member', id: five[0]!.id }
    await app.post('/api/takedowns', { ...member, word: 'You sell things.' }, { as: admin })
    await expect.poll(hidden).toEqual([false, false])
    await app.delete('/api/takedowns', member, { as: admin })
    await expect.poll(hidden).toEqual([false, false])
    const sixth = await app.member()
    await app.post(`/api/items/${item.id}/expired`, {}, { as: sixth })
    await app.post(`/api/restaurants/${restaurant.id}/closed`, {}, { as: sixth })
    await expect.poll(hidden).toEqual([true, true])
    for (const path of [`items/${item.id}/expired`, `restaurants/${restaurant.id}/closed`])
      await app.delete(`/api/${path}`, {}, { as: sixth })
    await expect.poll(hidden).toEqual([true, true])
    const leave = app.database.updateTable('users').set({ disabled_at: new Date() })
    await leave.where('id', '=', five[1]!.id).execute()
    await expect.poll(hidden).toEqual([false, false])
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('a dish without a favorite isn’t confirmed', async () => {
    const { item, owner } = await dish()
    await app.delete(`/api/yolos/delete/${item.yoloId}`, {}, { as: owner })
    const { body } = await app.post(`/api/items/${item.id}/confirm`, {}, { as: await app.member() })
    expect(body.error).toBe('item_not_found')
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

  it('S34 GETs of old clients do nothing for a page, HEAD or prefetch', async () => {
    const { item, restaurant } = await dish()
    const as = await app.member()
    for (const path of [
      `/api/itemExpired?itemId=${item.id}`,
      `/api/restaurant/markClosed?restaurantId=${restaurant.id}`,
    ]) {
      expect((await app.request('HEAD', path, { as })).status).toBe(404)
      for (const site of ['cross-site', 'same-site', 'same-origin'])
        expect((await app.get(path, { as, headers: { 'Sec-Fetch-Site': site } })).status).toBe(403)
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
  it('thanks the reporter alone, and takes restaurant and dishes out of the lists at the fifth, said to everyone', async () => {
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
    const seen = await app.get(`/api/restaurants/${restaurant.id}`)
    expect(seen.body.restaurant).toMatchObject({ restaurantClosed: false, closed: true })
    expect(seen.body.items[0]).toMatchObject({ closed: true, gone: false, canUpvote: false })
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

describe('what members decided together', () => {
  const marked = async (id: number, as: { token: string }) =>
    (await app.get(`/api/marks?items=${id}`, { as })).body[0]

  it('is gone for everyone, expired for its reporters alone; it takes no votes, and gives them back', async () => {
    const { item, restaurant, owner } = await dish()
    const reporters = await Promise.all(Array.from({ length: 5 }, () => app.member()))
    for (const as of reporters) await app.post(`/api/items/${item.id}/expired`, {}, { as })
    const other = await app.member()
    expect(await marked(item.id, reporters[0]!)).toMatchObject({ gone: true, expired: true })
    expect(await marked(item.id, other)).toMatchObject({
      gone: true,
      expired: false,
      canUpvote: false,
    })
    const { body } = await app.get(`/api/restaurants/${restaurant.id}`)
    expect(body.goneItems).toMatchObject([{ id: item.id, gone: true, expired: false }])
    const mine = (await app.get('/api/my-page', { as: owner })).body.items
    expect(mine).toMatchObject([{ id: item.id, gone: true, expired: false }])
    const vote = await app.post(`/api/items/${item.id}/upvote`, {}, { as: other })
    expect([vote.status, vote.body.error]).toEqual([409, 'votes_off'])

    const back = await app.delete(`/api/items/${item.id}/expired`, {}, { as: reporters[0]! })
    expect([back.status, back.body]).toEqual([200, { id: item.id, expired: false }])
    expect(await marked(item.id, reporters[0]!)).toMatchObject({ gone: false, expired: false })
    expect(await marked(item.id, reporters[1]!)).toMatchObject({ gone: false, expired: true })
    expect(await listed(restaurant.id)).toBe(true)
    const again = await app.delete(`/api/items/${item.id}/expired`, {}, { as: reporters[0]! })
    expect([again.status, again.body]).toEqual([200, back.body])
    expect((await app.post(`/api/items/${item.id}/upvote`, {}, { as: other })).status).toBe(200)
  })

  it('F8 reports and their taking back at once leave exactly what five standing reports say', async () => {
    const { item, restaurant } = await dish()
    const people = await Promise.all(Array.from({ length: 8 }, () => app.member()))
    for (let round = 0; round < 3; round++)
      await Promise.all(
        people.flatMap((as, n) => [
          app.post(`/api/items/${item.id}/expired`, {}, { as }),
          app.post(`/api/restaurants/${restaurant.id}/closed`, {}, { as }),
          ...(n % 2 === round % 2
            ? [
                app.delete(`/api/items/${item.id}/expired`, {}, { as }),
                app.delete(`/api/restaurants/${restaurant.id}/closed`, {}, { as }),
              ]
            : []),
        ]),
      )
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('an admin’s report confirms alone, outlasts members’ words, stands in the audit, and can be taken back', async () => {
    const { item, restaurant, owner } = await dish()
    const admin = await app.member({ id: 6 })
    const paths = [`/api/items/${item.id}/expired`, `/api/restaurants/${restaurant.id}/closed`]
    for (const path of paths) await app.post(path, {}, { as: admin })
    const now = async () => (await app.get(`/api/items/${item.id}`)).body
    expect(await now()).toMatchObject({ gone: true, closed: true })
    await app.database
      .updateTable('item_reports')
      .set({ created_at: new Date('2020-01-01') })
      .execute()
    await app.post(`/api/items/${item.id}/confirm`, {}, { as: owner })
    for (const as of [await app.member(), owner])
      for (const path of paths) {
        await app.post(path, {}, { as })
        await app.delete(path, {}, { as })
      }
    expect(await now()).toMatchObject({ gone: true, closed: true })
    for (const path of paths) await app.delete(path, {}, { as: admin })
    expect(await now()).toMatchObject({ gone: false, closed: false })
    const rows = await app.database
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('actor_id', '=', 6)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { action: 'item.gone', subject: `item ${item.id}` },
      { action: 'restaurant.closed', subject: `restaurant ${restaurant.id}` },
      { action: 'item.on-menu', subject: `item ${item.id}` },
      { action: 'restaurant.open', subject: `restaurant ${restaurant.id}` },
    ])
  })

  it('taking back needs nothing to be there but the thing itself', async () => {
    const as = await app.member()
    for (const path of ['/api/items/2000000000/expired', '/api/restaurants/2000000000/closed'])
      expect((await app.delete(path, {}, { as })).status).toBe(404)
    const { restaurant } = await dish()
    const back = await app.delete(`/api/restaurants/${restaurant.id}/closed`, {}, { as })
    expect([back.status, back.body]).toEqual([200, { id: restaurant.id, restaurantClosed: false }])
  })

  it('a closed restaurant gives way to an open one of its name, and still tells of itself', async () => {
    const closed = await app.restaurant({ name: 'Twin Diner' })
    const open = await app.restaurant({ name: 'Twin Diner', latitude: 45.2 })
    for (const { id } of [closed, open])
      await app.item({ restaurant: id, category: 3, by: (await app.member()).id })
    const near = '/api/restaurants?name=Twin%20Diner&latitude=44.98&longitude=-93.27'
    expect((await app.get(near)).body.id).toBe(closed.id)
    for (let n = 0; n < 5; n++)
      await app.post(`/api/restaurants/${closed.id}/closed`, {}, { as: await app.member() })
    expect((await app.get(near)).body.id).toBe(open.id)
    expect((await app.get(`/api/restaurants?placeId=${closed.placeId}`)).body.id).toBe(closed.id)
  })
})
