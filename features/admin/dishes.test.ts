import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let chief: { id: number; token: string }
let six: { id: number; token: string }
beforeAll(async () => {
  chief = await app.member({ id: 514 })
  six = await app.member({ id: 6 })
})
const get = (path: string, as = chief) => app.get(`/api${path}`, { as })

test('restaurants of a city are found by its label or its name alone, in any case', async () => {
  const place = await app.restaurant({ name: 'Aster' })
  const ann = await app.member()
  await app.item({ restaurant: place.id, category: 3, by: ann.id })
  const found = async (city: string) =>
    (await get(`/restaurantsByCity?city=${encodeURIComponent(city)}`)).body.restaurants.find(
      ({ id }: any) => id === place.id,
    )
  expect(await found('minneapolis, MN, us')).toEqual({
    id: place.id,
    name: 'Aster',
    address: '1 Test Street',
    cityLabel: 'Minneapolis, MN, US',
    itemCount: 1,
    yoloCount: 1,
    closed: false,
  })
  expect(await found('MINNEAPOLIS')).toBeDefined()
  for (const other of ['Minne', 'Minneapolis, MN', '%', 'Minneapoli_'])
    expect(await found(other)).toBeUndefined()
})

test('a restaurant’s items come with their yolos counted, and an item with who saved it', async () => {
  const place = await app.restaurant()
  const ann = await app.member()
  const item = await app.item({
    restaurant: place.id,
    category: 3,
    by: ann.id,
    name: 'Smash',
    description: 'Crisp.',
    upvotes: 4,
  })
  const { body } = await get(`/itemsWithYolos?restaurantId=${place.id}`)
  expect(body.restaurant).toMatchObject({ id: place.id, closed: false, deleted: false })
  expect(body.items).toEqual([
    {
      id: item.id,
      name: 'Smash',
      categoryId: 3,
      categoryName: 'Burgers',
      yoloCount: 1,
      upvoteCount: 4,
      gone: false,
    },
  ])
  expect((await get(`/getItemInfo?itemId=${item.id}`)).body).toMatchObject({
    name: 'Smash',
    restaurantName: place.name,
    upvoteCount: 4,
    categoryId: 3,
    deleted: false,
    yolos: [{ userId: ann.id, userName: ann.name, email: ann.email, description: 'Crisp.' }],
  })
  expect((await get('/itemsWithYolos?restaurantId=999999')).status).toBe(404)
  expect((await get('/getItemInfo?itemId=999999')).status).toBe(404)
})

test('the marked lists are for 514 alone: every reported thing with its count, hidden ones on top', async () => {
  const place = await app.restaurant({ name: 'Shut' })
  const ann = await app.member()
  const once = await app.item({ restaurant: place.id, category: 3, by: ann.id, name: 'Once' })
  const often = await app.item({ restaurant: place.id, category: 3, by: ann.id, name: 'Often' })
  await app.post(`/api/items/${once.id}/expired`, {}, { as: ann })
  for (let n = 0; n < 5; n++)
    await app.post(`/api/items/${often.id}/expired`, {}, { as: await app.member() })
  await app.post(`/api/restaurants/${place.id}/closed`, {}, { as: ann })

  expect((await get('/markedExpiredItem')).body).toEqual([
    {
      id: often.id,
      name: 'Often',
      restaurantId: place.id,
      restaurantName: 'Shut',
      reportCount: 5,
      hidden: true,
    },
    expect.objectContaining({ id: once.id, reportCount: 1, hidden: false }),
  ])
  expect((await get('/markedClosedRestaurant')).body).toEqual({
    restaurants: [
      {
        id: place.id,
        name: 'Shut',
        restaurantName: 'Shut',
        address: '1 Test Street',
        reportCount: 1,
        hidden: false,
      },
    ],
  })
  for (const list of ['/markedExpiredItem', '/markedClosedRestaurant'])
    expect(await get(list, six)).toMatchObject({
      status: 403,
      body: { message: 'Access denied.' },
    })
})
