import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { answering, pushService, signedBy } from './push/push-service.testing.ts'
import { queues } from './server.ts'

const service = await pushService()
const app = await testApp({ settings: { pushHosts: [service.origin] } })
const restaurant = await app.restaurant({ latitude: 42, longitude: -100 })
const minute = 60_000

const noticesOf = async (as: Person): Promise<any[]> =>
  (await app.get('/api/notifications', { as })).body.items
const linesOf = async (as: Person) =>
  (await noticesOf(as)).map(({ kind, people, item }: any) => [
    kind,
    item?.itemName ?? null,
    ...people.map(({ userId }: any) => userId),
  ])
const unread = async (as: Person) => (await app.get('/api/follow/unread', { as })).body
const follow = (as: Person, { id }: Person) =>
  app.post('/api/follow/follow-user', { userId: id }, { as })
const upvote = (as: Person, id: number) => app.post(`/api/items/${id}/upvote`, {}, { as })
const save = async (as: Person, itemName: string) => {
  const { status, body } = await app.post(
    '/api/yolos',
    { placeId: restaurant.placeId, categoryId: 3, itemName },
    { as },
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: body.itemId as number, yoloId: body.id as number }
}

it('followers show as one line and count, until they are read or leave', async () => {
  const [ann, bob, cid] = [await app.member(), await app.member(), await app.member()]
  await follow(bob, ann)
  await follow(cid, ann)
  await follow(cid, ann)
  expect(await linesOf(ann)).toEqual([['follow', null, cid.id, bob.id]])
  expect(await unread(ann)).toEqual({ followUnread: 2, notificationUnread: 0 })
  await app.delete('/api/follow/un-follow-user', { userId: cid.id }, { as: bob })
  await app.delete('/api/follow/un-follow-user', { userId: ann.id }, { as: cid })
  expect(await linesOf(ann)).toEqual([['follow', null, bob.id]])
  // Reading the counts resets nothing.
  expect(await unread(ann)).toEqual({ followUnread: 1, notificationUnread: 0 })
  await app.post('/api/follow/update-last-read', {}, { as: ann })
  expect(await unread(ann)).toEqual({ followUnread: 0, notificationUnread: 0 })
})

it('an upvote tells the owner and the voter’s followers, and taking it back deletes both notices', async () => {
  const [owner, fan, friend] = [await app.member(), await app.member(), await app.member()]
  await follow(friend, fan)
  const item = await save(owner, 'Pho')
  await upvote(fan, item.id)
  expect(await linesOf(owner)).toEqual([['upvoted', 'Pho', fan.id]])
  expect(await linesOf(friend)).toEqual([['followed-upvote', 'Pho', fan.id]])
  expect(await unread(owner)).toEqual({ followUnread: 0, notificationUnread: 1 })
  await app.post('/api/notifications/read', {}, { as: owner })
  expect((await noticesOf(owner))[0].unread).toBe(false)
  await app.post(`/api/items/${item.id}/removeUpvote`, {}, { as: fan })
  expect([await noticesOf(owner), await noticesOf(friend)]).toEqual([[], []])
})

it('a new yolo tells followers, and members within 20 miles, who can turn it off', async () => {
  const [cook, friend, near, far, off] = [
    await app.member(),
    await app.member(),
    await app.member(),
    await app.member(),
    await app.member(),
  ]
  await follow(friend, cook)
  const place = (as: Person, latitude: number) =>
    app.post('/api/save-location', { latitude, longitude: -100 }, { as })
  await place(near, 42.2)
  await place(far, 43)
  await place(off, 42.2)
  await app.put('/api/notification-settings', { nearby: false }, { as: off })
  const { yoloId } = await save(cook, 'Ramen')
  expect(await linesOf(friend)).toEqual([['followed-yolo', 'Ramen', cook.id]])
  expect(await linesOf(near)).toEqual([['nearby', 'Ramen', cook.id]])
  expect([await noticesOf(far), await noticesOf(off)]).toEqual([[], []])
  await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: cook })
  expect([await noticesOf(friend), await noticesOf(near)]).toEqual([[], []])
})

it('what a member does who doesn’t count is told once they verify', async () => {
  const [owner, newcomer] = [await app.member(), await app.member({ verified: false })]
  const item = await save(owner, 'Taco')
  await upvote(newcomer, item.id)
  expect([await noticesOf(owner), (await unread(owner)).notificationUnread]).toEqual([[], 0])
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', newcomer.id)
    .execute()
  expect(await linesOf(owner)).toEqual([['upvoted', 'Taco', newcomer.id]])
})

it('the list is paged without a gap, and a bad cursor is refused', async () => {
  const [owner, fan] = [await app.member(), await app.member()]
  await app.database
    .insertInto('notifications')
    .values(
      Array.from({ length: 25 }, (_, n) => ({
        recipient_id: owner.id,
        kind: 'decided',
        text: `Decision ${n}`,
      })),
    )
    .execute()
  const first = (await app.get('/api/notifications', { as: owner })).body
  const rest = (await app.get(`/api/notifications?cursor=${first.cursor}`, { as: owner })).body
  const texts = [...first.items, ...rest.items].map(({ text }: any) => text)
  expect(texts).toEqual(Array.from({ length: 25 }, (_, n) => `Decision ${24 - n}`))
  expect(rest.cursor).toBeNull()
  expect((await unread(owner)).notificationUnread).toBe(10)
  expect((await app.get('/api/notifications?cursor=x', { as: fan })).body.error).toBe('bad_cursor')
})

it('a device gets one summary in ten minutes, encrypted and signed, that names nobody', async () => {
  const [owner, ...fans] = [
    await app.member(),
    await app.member(),
    await app.member(),
    await app.member(),
  ]
  const item = await save(owner, 'Banh mi')
  const device = service.device()
  const { status } = await app.post('/api/user/push-subscriptions', device.subscription, {
    as: owner,
  })
  expect(status).toBe(200)
  const start = Date.now()
  const push = async (minutes: number) => {
    app.clock.set(new Date(start + minutes * minute))
    await queues(app.services)[0]!.run({})
  }
  app.clock.set(new Date(start + minute))
  for (const fan of fans) await upvote(fan, item.id)
  await push(11)
  expect(device.messages()).toEqual([
    { title: 'Yolo', body: 'You have 3 new notices.', url: '/notify', tag: 'news' },
  ])
  const { publicKey } = (await app.get('/api/push-key', { as: owner })).body
  expect(await signedBy(publicKey, device.received[0]!)).toMatchObject({ aud: service.origin })
  app.clock.set(new Date(start + 12 * minute))
  await follow(fans[0]!, owner)
  await push(15)
  expect(device.messages()).toHaveLength(1)
  // A subscription that has ended is removed.
  device.answers.push(answering(410))
  await push(22)
  expect((await app.get('/api/user/push-subscriptions', { as: owner })).body).toEqual([])
  app.clock.set(null)
})

it('S24: pushes go only to known services', async () => {
  const as = await app.member()
  const { subscription } = service.device()
  const endpoint = 'https://push.example.com/x'
  const { status, body } = await app.post(
    '/api/user/push-subscriptions',
    { ...subscription, endpoint },
    { as },
  )
  expect([status, body.error]).toEqual([422, 'unknown_push_service'])
  expect((await app.delete('/api/user/push-subscriptions/999999999', {}, { as })).status).toBe(404)
})
