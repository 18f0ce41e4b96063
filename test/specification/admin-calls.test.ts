import { expect, it } from 'vitest'
import { openSpecification } from './specification.ts'

// The admins' calls of point 7.

const site = await openSpecification()
const { app, ann, admin, restaurant, burger, send } = site

const today = new Date().toISOString().slice(0, 10)
const range = `from=${today}&to=${today}`

it('GET /shares: list of holders', async () => {
  const { body } = await send('GET /shares', '/shares', { as: admin })
  expect(body[0]).toMatchObject({
    yoloCount: expect.any(Number),
    refCount: expect.any(Number),
    shareCount: expect.any(Number),
  })
})

it('GET /user/count: new_users and registered_users', async () => {
  const { body } = await send('GET /user/count', `/user/count?${range}`, { as: admin })
  expect(body.new_users).toBeGreaterThan(0)
  expect(body).toMatchObject({ registered_users: expect.any(Number), users: expect.any(Array) })
  const later = `from=${today}&to=2999-01-01`
  await send('GET /user/count', `/user/count?${later}`, { as: admin, status: 400 })
})

it('GET /recentYolos: recentYolos and count', async () => {
  const { body } = await send('GET /recentYolos', `/recentYolos?${range}`, { as: admin })
  expect(body).toMatchObject({ count: expect.any(Number), recentYolos: expect.any(Array) })
  expect(body.count).toBeGreaterThan(0)
})

it('GET /markedClosedRestaurant and GET /markedExpiredItem: what 5 members reported', async () => {
  const item = await app.item({ restaurant: restaurant.id, category: 1, by: ann.id })
  const gone = await app.restaurant()
  for (let n = 0; n < 5; n++) {
    const as = await app.member()
    await app.get(`/api/itemExpired?itemId=${item.id}&userId=${as.id}`, { as })
    await app.get(`/api/restaurant/markClosed?restaurantId=${gone.id}&userId=${as.id}`, { as })
  }
  const items = await send('GET /markedExpiredItem', '/markedExpiredItem', { as: admin })
  expect(JSON.stringify(items.body)).toContain(item.name)
  const closed = await send('GET /markedClosedRestaurant', '/markedClosedRestaurant', {
    as: admin,
  })
  expect(JSON.stringify(closed.body.restaurants)).toContain(gone.name)
})

it('GET /restaurantsByCity: restaurants', async () => {
  const path = `/restaurantsByCity?city=${encodeURIComponent('Minneapolis, MN, US')}`
  const { body } = await send('GET /restaurantsByCity', path, { as: admin })
  expect(body.restaurants.length).toBeGreaterThan(0)
})

it('GET /itemsWithYolos: items', async () => {
  const path = `/itemsWithYolos?restaurantId=${restaurant.id}`
  const { body } = await send('GET /itemsWithYolos', path, { as: admin })
  expect(body.items).toContainEqual(expect.objectContaining({ id: burger.id, yoloCount: 1 }))
})

it('GET /getItemInfo: restaurantName, upvoteCount, categoryId, yolos', async () => {
  const path = `/getItemInfo?itemId=${burger.id}`
  const { body } = await send('GET /getItemInfo', path, { as: admin })
  expect(body).toMatchObject({
    restaurantName: 'Matt’s Bar',
    upvoteCount: expect.any(Number),
    categoryId: 3,
    yolos: [expect.objectContaining({ userId: ann.id })],
  })
})

it('PUT /items/delete and PUT /restaurant/delete', async () => {
  const body = { itemId: burger.id }
  await send('PUT /items/delete', '/items/delete', { as: ann, body, status: 403 })
  await send('PUT /items/delete', '/items/delete', { as: admin, body })
  expect((await app.get(`/api/items/${burger.id}`)).status).toBe(404)
  const gone = { restaurantId: restaurant.id }
  await send('PUT /restaurant/delete', '/restaurant/delete', { as: admin, body: gone })
  expect((await app.get(`/api/restaurants/${restaurant.id}`)).status).toBe(404)
})

it('the calls are the contract’s; members’ calls need a bearer token, admins’ an admin’s', () =>
  site.expectTokens(10))
