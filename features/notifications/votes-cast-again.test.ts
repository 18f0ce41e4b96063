import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const createdAt = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)
const member = () => app.member({ createdAt, verifiedAt: createdAt })
const { id: restaurant } = await app.restaurant()
const dish = async (by: Person) => app.item({ restaurant, category: 3, by: by.id })
const upvote = (as: Person, id: number) => app.post(`/api/items/${id}/upvote`, {}, { as })
const takeBack = (as: Person, id: number) => app.post(`/api/items/${id}/removeUpvote`, {}, { as })
const unread = async (as: Person) =>
  (await app.get('/api/follow/unread', { as })).body.notificationUnread
const read = (as: Person) => app.post('/api/notifications/read', {}, { as })

it('an upvote is told once, however often it is taken back and cast again', async () => {
  const [maya, fan, follower] = [await member(), await member(), await member()]
  await app.post('/api/follow/follow-user', { userId: fan.id }, { as: follower })
  const { id } = await dish(maya)
  await upvote(fan, id)
  expect([await unread(maya), await unread(follower)]).toEqual([1, 1])
  for (const as of [maya, follower]) await read(as)
  for (let times = 0; times < 2; times++) {
    await takeBack(fan, id)
    await upvote(fan, id)
  }
  expect([await unread(maya), await unread(follower)]).toEqual([0, 0])
  // Another's is told all the same.
  await upvote(await member(), id)
  expect(await unread(maya)).toBe(1)
})

it('an upvote that was taken back by mistake is told if the first one wasn’t read', async () => {
  const [maya, fan] = [await member(), await member()]
  const { id } = await dish(maya)
  await upvote(fan, id)
  await takeBack(fan, id)
  expect(await unread(maya)).toBe(0)
  await upvote(fan, id)
  expect(await unread(maya)).toBe(1)
})
