import { expect, it } from 'vitest'
import { loadMemberWeek } from '#features/weekly-mail/week.server.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

// Who is held can't be read from what others are shown.

const app = await testApp()
const admin = await app.member({ id: 6 })
const createdAt = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)
const member = () => app.member({ createdAt })
const crowd = (count: number) => Promise.all(Array.from({ length: count }, member))
const hold = ({ id: userId }: Person) =>
  app.post('/api/admin/holds', { userId, reason: 'Votes in a row.' }, { as: admin })
const release = ({ id }: Person) => app.delete(`/api/admin/holds/${id}`, {}, { as: admin })
const follow = (as: Person, { id: userId }: Person) =>
  app.post('/api/follow/follow-user', { userId }, { as })
const vote = (item: number, as: Person) => app.post(`/api/items/${item}/upvote`, {}, { as })
const why = async (item: number) => (await app.get(`/api/items/${item}/why`)).body
const { id: restaurant } = await app.restaurant()
const dish = (by: Person, category = 3) => app.item({ restaurant, category, by: by.id })

it('nothing in ‘Why this rank’ changes with the hold of who saved a dish, alone or with others', async () => {
  const [hanna, ...others] = await crowd(8)
  const alone = await dish(hanna!)
  const shared = await dish(others[0]!)
  for (const as of [...others.slice(1), hanna!])
    await app.post('/api/yolos', { itemId: shared.id, categoryId: 3 }, { as })
  const told = async () => [await why(alone.id), await why(shared.id)]
  const before = await told()
  expect(before).toMatchObject([{ yoloCount: 1 }, { yoloCount: 8 }])
  await hold(hanna!)
  expect(await told()).toEqual(before)
})

it('how many votes are set aside is told from five on, where five count', async () => {
  const { id } = await dish(await member())
  const voters = await crowd(10)
  for (const as of voters) await vote(id, as)
  const told = async () => {
    const { votes, votesSetAside } = await why(id)
    return [votes, votesSetAside]
  }
  expect(await told()).toEqual([10, null])
  for (const one of voters.slice(0, 4)) await hold(one)
  expect(await told()).toEqual([6, null])
  await hold(voters[4]!)
  expect(await told()).toEqual([5, 5])
  await hold(voters[5]!)
  expect(await told()).toEqual([4, null])
})

it('feed, notices and mail keep what a member did before a hold, and leave out what they do meanwhile', async () => {
  const [ann, hanna] = [await member(), await member()]
  await follow(ann, hanna)
  await follow(hanna, ann)
  const [first, second, anns] = [
    await dish(await member()),
    await dish(await member()),
    await dish(ann),
  ]
  await dish(hanna)
  await vote(first.id, hanna)
  await vote(anns.id, hanna)
  const listed = async (path: string) =>
    (await app.get(path, { as: ann })).body.items.map(({ key, peopleCount }: any) => [
      key,
      peopleCount,
    ])
  const told = async () => ({
    feed: await listed('/api/feed'),
    notices: await listed('/api/notifications'),
    unread: (await app.get('/api/follow/unread', { as: ann })).body,
    week: (await loadMemberWeek(app.database, ann.id, new Date()))?.followed.length,
  })
  const before = await told()
  expect(before.feed).toHaveLength(3)
  expect(before.notices).toHaveLength(4)
  expect(before.week).toBe(1)
  await hold(hanna)
  await dish(hanna, 4)
  await vote(second.id, hanna)
  expect(await told()).toEqual(before)
  await release(hanna)
  expect((await told()).feed).toHaveLength(5)
})
