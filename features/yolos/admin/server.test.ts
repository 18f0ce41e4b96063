import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { token: string }
beforeAll(async () => {
  admin = await app.member({ id: 6, createdAt: new Date('2020-01-01T00:00:00Z') })
})
const get = (path: string, as = admin) => app.get(`/api${path}`, { as })

test('recent yolos say whose, what and where, newest first, and how many there are', async () => {
  const { id: restaurant, name } = await app.restaurant()
  const member = await app.member()
  const made = (day: string, itemName: string) =>
    app.item({ restaurant, category: 3, by: member.id, name: itemName, createdAt: new Date(day) })
  await made('2022-03-01T12:00:00Z', 'Older')
  const newer = await made('2022-03-02T12:00:00Z', 'Newer')
  await made('2022-03-03T12:00:00Z', 'After')
  const { body } = await get('/recentYolos?from=2022-03-01&to=2022-03-02')
  expect(body).toMatchObject({ count: 2, cursor: null })
  expect(body.recentYolos.map(({ itemName }: any) => itemName)).toEqual(['Newer', 'Older'])
  expect(body.recentYolos[0]).toEqual({
    id: newer.yoloId,
    userId: member.id,
    userName: member.name,
    email: member.email,
    categoryId: 3,
    categoryName: 'Burgers',
    itemId: newer.id,
    itemName: 'Newer',
    restaurantId: restaurant,
    restaurantName: name,
    createdAt: '2022-03-02T12:00:00.000Z',
  })
})
