import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { purgeQueue } from './server.ts'

const app = await testApp()
let admin: { id: number; token: string }
beforeAll(async () => {
  admin = await app.member({ id: 7 })
})
const put = (path: string, body: object, as = admin) => app.put(`/api${path}`, body, { as })
const listed = async () =>
  (await app.get(`/api/yolos?category=6&latitude=44.98&longitude=-93.27`)).body.nearBy.map(
    ({ id }: any) => id,
  )

const isListed = async () => {
  const ids = await listed()
  return (id: number) => ids.includes(id)
}

test('a deleted item leaves the lists with its yolos, and comes back with them', async () => {
  const { id: restaurant } = await app.restaurant()
  const [ann, bob] = [await app.member(), await app.member()]
  const item = await app.item({ restaurant, category: 6, by: ann.id, description: 'Flaky.' })
  await app.post(`/api/items/${item.id}/upvote`, {}, { as: bob })
  await expect.poll(() => listed()).toContain(item.id)

  expect((await put('/items/delete', { itemId: item.id })).body).toEqual({
    id: item.id,
    deleted: true,
  })
  await expect.poll(() => listed()).not.toContain(item.id)
  expect((await app.get('/api/my-page', { as: ann })).body.items).toEqual([])
  // The yolo no longer counts toward its member's quota.
  const categories = (await app.get('/api/user-categories', { as: ann })).body
  expect(categories.find(({ id }: any) => id === 6).counter).toBe(0)
  expect((await app.get(`/api/items/${item.id}`)).status).toBe(404)
  expect((await put('/items/delete', { itemId: item.id })).status).toBe(404)

  const back = await put('/items/restore', { itemId: item.id })
  expect(back.body).toEqual({ id: item.id, deleted: false, lostYolos: 0 })
  const [card] = (await app.get('/api/my-page', { as: ann })).body.items
  expect(card).toMatchObject({ id: item.id, upvoteCount: 1, yolos: [{ description: 'Flaky.' }] })
  expect((await put('/items/restore', { itemId: item.id })).status).toBe(404)
})

test('a favorite whose place is taken meanwhile is lost, and its restaurant gives others free ones', async () => {
  const { id: restaurant } = await app.restaurant()
  const [ann, bob] = [await app.member(), await app.member()]
  const item = await app.item({ restaurant, category: 6, by: ann.id })
  const bobs = await app.item({ restaurant, category: 6, by: bob.id })
  await put('/restaurant/delete', { restaurantId: restaurant })
  const { id: elsewhere } = await app.restaurant()
  for (let n = 0; n < 3; n++) await app.item({ restaurant: elsewhere, category: 6, by: ann.id })
  expect((await put('/restaurant/restore', { restaurantId: restaurant })).body.lostYolos).toBe(1)
  const slots = await app.database
    .selectFrom('yolos')
    .select(['id', 'slot'])
    .where('id', 'in', [item.yoloId, bobs.yoloId])
    .execute()
  expect(slots).toEqual([{ id: bobs.yoloId, slot: 1 }])
})

test('a deleted item is not added again under its name', async () => {
  const { id: restaurant, placeId } = await app.restaurant()
  const item = await app.item({ restaurant, category: 6, by: (await app.member()).id, name: 'Pie' })
  await put('/items/delete', { itemId: item.id })
  const yolo = { placeId, categoryId: 6, itemName: ' PIE ' }
  const { status, body } = await app.post('/api/yolos', yolo, { as: await app.member() })
  expect([status, body.fields]).toEqual([
    400,
    { itemName: 'We removed this dish. Choose another one, or write to us (see About).' },
  ])
})

test('what was deleted 90 days ago is deleted for good, while merged ids redirect forever', async () => {
  const { id: restaurant } = await app.restaurant()
  const [old, fresh, merged] = await Promise.all(
    ['Old', 'New', 'Merged'].map(async (name) =>
      app.item({ restaurant, category: 5, by: (await app.member()).id, name }),
    ),
  )
  const gone = [old!.id, merged!.id]
  const longAgo = new Date(Date.now() - 91 * 86_400_000)
  await app.database
    .updateTable('items')
    .set({ deleted_at: longAgo })
    .where('id', 'in', gone)
    .execute()
  await put('/items/delete', { itemId: fresh!.id })
  await app.database
    .updateTable('items')
    .set({ merged_into: fresh!.id })
    .where('id', '=', merged!.id)
    .execute()
  await purgeQueue(app.services).run({})
  const left = await app.database
    .selectFrom('items')
    .select('name')
    .where('restaurant_id', '=', restaurant)
    .execute()
  expect(left.map(({ name }) => name)).not.toContain('Old')
  expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(['New', 'Merged']))
})

test('a deleted restaurant takes its items along and brings them back; each step is audited', async () => {
  const place = await app.restaurant()
  const [ann, bob] = [await app.member(), await app.member()]
  const pie = await app.item({ restaurant: place.id, category: 6, by: ann.id })
  const cake = await app.item({ restaurant: place.id, category: 6, by: bob.id })
  expect((await put('/restaurant/delete', { restaurantId: place.id })).status).toBe(200)
  await expect.poll(async () => [pie.id, cake.id].filter(await isListed())).toEqual([])
  expect((await app.get(`/api/restaurants/${place.id}`)).status).toBe(404)
  expect((await app.get(`/api/items/${pie.id}`)).status).toBe(404)
  expect((await app.get('/api/my-page', { as: bob })).body.items).toEqual([])

  const back = await put('/restaurant/restore', { restaurantId: place.id })
  expect(back.body.lostYolos).toBe(0)
  await expect.poll(async () => [pie.id, cake.id].filter(await isListed())).toHaveLength(2)
  const notes = await app.database
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', `restaurant ${place.id}`)
    .orderBy('id')
    .execute()
  expect(notes).toEqual([
    { action: 'restaurant.delete', actor_id: 7 },
    { action: 'restaurant.restore', actor_id: 7 },
  ])
})

test('an item doesn’t come back while its restaurant is deleted, and its members keep their places', async () => {
  const place = await app.restaurant()
  const ann = await app.member()
  const item = await app.item({ restaurant: place.id, category: 6, by: ann.id })
  await put('/items/delete', { itemId: item.id })
  await put('/restaurant/delete', { restaurantId: place.id })
  const { status, body } = await put('/items/restore', { itemId: item.id })
  expect([status, body.error]).toEqual([409, 'restaurant_deleted'])
  const categories = (await app.get('/api/user-categories', { as: ann })).body
  expect(categories.find(({ id }: any) => id === 6).counter).toBe(0)
  await put('/restaurant/restore', { restaurantId: place.id })
  const back = await put('/items/restore', { itemId: item.id })
  expect(back.body.lostYolos).toBe(0)
})

test('of twenty deletions at once one does it, and a save meanwhile lands or is refused, nothing between', async () => {
  const { id: restaurant } = await app.restaurant()
  const [ann, bob] = [await app.member(), await app.member()]
  const item = await app.item({ restaurant, category: 6, by: ann.id })
  const [saved, ...answers] = await Promise.all([
    app.post('/api/yolos', { itemId: item.id, categoryId: 6 }, { as: bob }),
    ...Array.from({ length: 20 }, () => put('/items/delete', { itemId: item.id })),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  expect([200, 404]).toContain(saved.status)
})

test('the old query form is taken as well as a body', async () => {
  const { id: restaurant } = await app.restaurant()
  const item = await app.item({ restaurant, category: 6, by: admin.id })
  const { status } = await app.request('PUT', `/api/items/delete?itemId=${item.id}`, { as: admin })
  expect(status).toBe(200)
})
