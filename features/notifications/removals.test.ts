import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { notificationPath } from './notification-texts.ts'

const app = await testApp()
const admin = await app.member({ id: 6 })
const notices = async (as: Person) => (await app.get('/api/notifications', { as })).body.items
const unread = async (as: Person) =>
  (await app.get('/api/follow/unread', { as })).body.notificationUnread
const removals = async (as: Person) =>
  (await notices(as)).map(({ kind, removal }: any) => ({ kind, ...removal }))

it('who had a favorite of a dish that an admin removed is told, with the reason, until it comes back', async () => {
  const [ann, bob, reporter] = [await app.member(), await app.member(), await app.member()]
  const place = await app.restaurant({ name: 'Rat Palace' })
  const saved = { placeId: place.placeId, categoryId: 3, itemName: 'Rat burger' }
  const { itemId } = (await app.post('/api/yolos', saved, { as: ann })).body
  await app.post(`/api/items/${itemId}/expired`, {}, { as: reporter })
  const decision = { ids: [`item-${itemId}-1`], decision: 'remove', reason: 'Made up.' }
  const { body } = await app.post('/api/admin/queue/decide', decision, { as: admin })
  expect(body.results).toMatchObject([{ done: true }])

  const told = { what: 'dish', itemName: 'Rat burger', restaurantName: 'Rat Palace' }
  expect(await removals(ann)).toEqual([{ kind: 'removed', ...told, reason: 'Made up.' }])
  const [notice] = await notices(ann)
  expect(notice).toMatchObject({ unread: true, item: null, people: [], peopleCount: 0 })
  expect(notificationPath(notice)).toBe('/my-page')
  expect(await unread(ann)).toBe(1)
  expect(await notices(bob)).toEqual([])
  expect(await notices(reporter)).toEqual([])

  await app.post('/api/notifications/read', {}, { as: ann })
  expect([await unread(ann), (await notices(ann))[0].unread]).toEqual([0, false])
  expect((await app.put('/api/items/restore', { itemId }, { as: admin })).status).toBe(200)
  expect(await notices(ann)).toEqual([])
})

it('so is who had a favorite that an admin removed by itself, until it comes back', async () => {
  const ann = await app.member()
  const place = await app.restaurant({ name: 'Rat Den' })
  const save = async (itemName: string) =>
    (await app.post('/api/yolos', { placeId: place.placeId, categoryId: 3, itemName }, { as: ann }))
      .body as { id: number }
  const [one, two] = [await save('One'), await save('Two')]
  for (const { id } of [one, two])
    expect((await app.delete(`/api/yolos/delete/${id}`, {}, { as: admin })).status).toBe(200)
  const told = { kind: 'removed', what: 'favorite', restaurantName: 'Rat Den', reason: '' }
  expect(await removals(ann)).toEqual(
    expect.arrayContaining([
      { ...told, itemName: 'One' },
      { ...told, itemName: 'Two' },
    ]),
  )
  expect(await unread(ann)).toBe(2)
  await app.post(`/api/yolos/${one.id}/restore`, {}, { as: admin })
  expect(await removals(ann)).toEqual([{ ...told, itemName: 'Two' }])
  // Their own deletion of the other is none of their notices.
  await app.delete(`/api/yolos/delete/${one.id}`, {}, { as: ann })
  expect(await removals(ann)).toHaveLength(1)
})

it('a removed restaurant is one notification, whatever one had there, and one’s own deletion is none', async () => {
  const ann = await app.member()
  const place = await app.restaurant({ name: 'Rat Hall' })
  const save = async (itemName: string) =>
    (await app.post('/api/yolos', { placeId: place.placeId, categoryId: 3, itemName }, { as: ann }))
      .body
  await save('One')
  await save('Two')
  const own = await save('Three')
  await app.delete(`/api/yolos/delete/${own.id}`, {}, { as: ann })
  await app.put('/api/restaurant/delete', { restaurantId: place.id }, { as: admin })
  const told = { what: 'restaurant', itemName: 'One', restaurantName: 'Rat Hall', reason: '' }
  expect(await removals(ann)).toEqual([{ kind: 'removed', ...told }])
  await app.put('/api/restaurant/restore', { restaurantId: place.id }, { as: admin })
  expect(await notices(ann)).toEqual([])
})
