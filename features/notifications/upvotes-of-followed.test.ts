import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

// Who is shown single upvotes of a member whom they follow.

const app = await testApp()
const createdAt = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)
const { id: restaurant } = await app.restaurant()
const dish = async (by?: Person) =>
  app.item({ restaurant, category: 3, by: (by ?? (await app.member())).id })
const follow = (as: Person, { id: userId }: Person) =>
  app.post('/api/follow/follow-user', { userId }, { as })
const vote = async (as: Person) => {
  const { id } = await dish()
  await app.post(`/api/items/${id}/upvote`, {}, { as })
  return id
}
const keys = async (path: string, as: Person) =>
  (await app.get(path, { as })).body.items.map(({ key }: { key: string }) => key)

it('the feed shows favorites of before a follow, and upvotes only from the follow on', async () => {
  const [ann, maya] = [await app.member({ createdAt }), await app.member({ createdAt })]
  const saved = await dish(maya)
  await vote(maya)
  await follow(ann, maya)
  expect(await keys('/api/feed', ann)).toEqual([`followed-yolo:${saved.id}`])
  const since = await vote(maya)
  expect(await keys('/api/feed', ann)).toEqual([
    `followed-upvote:${since}`,
    `followed-yolo:${saved.id}`,
  ])
  // Who follows once more sees them from then on.
  await app.delete('/api/follow/un-follow-user', { userId: maya.id }, { as: ann })
  await follow(ann, maya)
  expect(await keys('/api/feed', ann)).toEqual([`followed-yolo:${saved.id}`])
})

it('an unverified or held follower, of whom nobody is told, is shown no upvotes', async () => {
  const [eve, maya] = [
    await app.member({ createdAt, verified: false }),
    await app.member({ createdAt }),
  ]
  await follow(eve, maya)
  const saved = await dish(maya)
  await vote(maya)
  const yolo = `followed-yolo:${saved.id}`
  expect(await keys('/api/feed', eve)).toEqual([yolo])
  expect(await keys('/api/notifications', eve)).toEqual([yolo])
  const set = (row: { email_verified_at?: Date; held_at?: Date }) =>
    app.database.updateTable('users').set(row).where('id', '=', eve.id).execute()
  await set({ email_verified_at: new Date() })
  expect(await keys('/api/feed', eve)).toEqual([yolo])
  const voted = await vote(maya)
  expect(await keys('/api/feed', eve)).toEqual([`followed-upvote:${voted}`, yolo])
  await set({ held_at: new Date() })
  expect(await keys('/api/feed', eve)).toEqual([yolo])
})

it('a follower whom the followed reported is shown no upvotes', async () => {
  const [ex, maya] = [await app.member({ createdAt }), await app.member({ createdAt })]
  await follow(ex, maya)
  const { status } = await app.post(
    '/api/abuse-reports',
    { kind: 'member', id: ex.id, reason: 'offensive' },
    { as: maya },
  )
  expect(status).toBe(200)
  const saved = await dish(maya)
  await vote(maya)
  // Nor of upvotes of their own dishes, in which the reporter doesn't see their favorite.
  const own = await dish(ex)
  await app.post(`/api/items/${own.id}/upvote`, {}, { as: maya })
  const yolo = `followed-yolo:${saved.id}`
  expect(await keys('/api/feed', ex)).toEqual([yolo])
  expect(await keys('/api/notifications', ex)).toEqual([yolo])
  await app.delete('/api/abuse-reports', { kind: 'member', id: ex.id }, { as: maya })
  expect(await keys('/api/feed', ex)).toHaveLength(3)
  expect(await keys('/api/notifications', ex)).toContain(`upvoted:${own.id}`)
})

it('who is taken down is told no upvotes', async () => {
  const [ex, maya] = [await app.member({ createdAt }), await app.member({ createdAt })]
  await follow(ex, maya)
  const own = await dish(ex)
  await follow(maya, ex)
  const admin = await app.member({ id: 7 })
  const down = { kind: 'member', id: ex.id, word: 'Pestering.' }
  expect((await app.post('/api/takedowns', down, { as: admin })).status).toBe(200)
  const saved = await dish(maya)
  await vote(maya)
  const upvoted = await app.post(`/api/items/${own.id}/upvote`, {}, { as: maya })
  expect(upvoted.status).toBe(200)
  expect(await keys('/api/feed', ex)).toEqual([`followed-yolo:${saved.id}`])
  expect(await keys('/api/notifications', ex)).toEqual([])
  // Nor of the time between, once that ends.
  await app.delete('/api/takedowns', { kind: 'member', id: ex.id }, { as: admin })
  expect(await keys('/api/feed', ex)).toEqual([`followed-yolo:${saved.id}`])
  const since = await vote(maya)
  expect(await keys('/api/feed', ex)).toContain(`followed-upvote:${since}`)
})

it('who comes back to a disabled account is shown no upvotes of the time between', async () => {
  const maya = await app.member({ createdAt })
  const user = { email: 'away@example.org', password: 'sixteen old pennies' }
  const joined = await app.post('/api/register', { userName: 'Away a while', ...user })
  const ex = joined.body as Person
  await app.database
    .updateTable('users')
    .set({ email_verified_at: createdAt })
    .where('id', '=', ex.id)
    .execute()
  await follow(ex, maya)
  const before = await vote(maya)
  expect(await keys('/api/feed', ex)).toEqual([`followed-upvote:${before}`])
  await app.post('/api/user/disable', { password: user.password }, { as: ex })
  await vote(maya)
  const { body: back } = await app.post('/api/login', user)
  expect(await keys('/api/feed', back)).toEqual([])
  const since = await vote(maya)
  expect(await keys('/api/feed', back)).toEqual([`followed-upvote:${since}`])
})

it('who renames a favorite to another dish isn’t told of upvotes from before', async () => {
  const [ann, maya] = [await app.member({ createdAt }), await app.member({ createdAt })]
  const own = await dish(ann)
  const { id, name } = await dish()
  await app.post(`/api/items/${id}/upvote`, {}, { as: maya })
  const renamed = await app.put(
    '/api/yolo/name',
    { yoloId: own.yoloId, new_name: name },
    { as: ann },
  )
  expect(renamed.status).toBe(200)
  expect(await keys('/api/notifications', ann)).toEqual([])
  await app.post(`/api/items/${id}/upvote`, {}, { as: await app.member({ createdAt }) })
  expect(await keys('/api/notifications', ann)).toEqual([`upvoted:${id}`])
})
