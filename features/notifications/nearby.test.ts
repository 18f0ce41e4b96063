import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const createdAt = new Date(Date.now() - 200 * 24 * 60 * 60 * 1000)

it('what an unverified account saved is told nobody near by, nor its name, until it is verified', async () => {
  const [ann, bob, eve] = [
    await app.member({ createdAt }),
    await app.member({ createdAt }),
    await app.member({ createdAt, verified: false }),
  ]
  const spot = await app.restaurant({ latitude: 42, longitude: -100 })
  await app.database
    .updateTable('users')
    .set({ latitude: 42, longitude: -100 })
    .where('id', '=', ann.id)
    .execute()
  const toldTo = async (as: Person) =>
    (await app.get('/api/notifications', { as })).body.items.map((one: any) => [
      one.kind,
      ...one.people.map(({ userName }: any) => userName),
    ])
  const item = await app.item({ restaurant: spot.id, category: 3, by: eve.id })
  expect(await toldTo(ann)).toEqual([])
  const { body } = await app.get('/api/follow/unread', { as: ann })
  expect(body).toEqual({ followUnread: 0, notificationUnread: 0 })
  await app.post('/api/yolos', { itemId: item.id, categoryId: 3 }, { as: bob })
  expect(await toldTo(ann)).toEqual([['nearby', bob.name]])
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', eve.id)
    .execute()
  expect(await toldTo(ann)).toEqual([['nearby', bob.name, eve.name]])
})
