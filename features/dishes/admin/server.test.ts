import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let chief: { id: number; token: string }
beforeAll(async () => {
  chief = await app.member({ id: 514 })
})
const get = (path: string, as = chief) => app.get(`/api${path}`, { as })

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
