import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const follow = (as: Person, userId: number) =>
  app.post('/api/follow/follow-user', { userId }, { as })
const unfollow = (as: Person, userId: number) =>
  app.delete('/api/follow/un-follow-user', { userId }, { as })
const block = (as: Person, userId: number) => app.post('/api/follow/block', { userId }, { as })
const read = async (path: string, as: Person) => (await app.get(`/api/follow/${path}`, { as })).body
const two = async () => [await app.member(), await app.member()] as const

describe('following', () => {
  it('shows on both sides: lists, counts, and whether one follows', async () => {
    const [ann, bob] = await two()
    expect((await follow(ann, bob.id)).body).toEqual({ userId: bob.id, youFollowed: true })
    expect(await read('my-followings', ann)).toEqual([
      { userId: bob.id, userName: bob.name, email: null, youFollowed: true },
    ])
    expect(await read('my-followers', bob)).toEqual([
      { userId: ann.id, userName: ann.name, email: null, youFollowed: false },
    ])
    expect(await read('my-followers-count', bob)).toEqual({ count: 1 })
    expect(await read('my-following-count', ann)).toEqual({ count: 1 })
    expect(await read(`is-followed?userId=${bob.id}`, ann)).toEqual({ message: 'Yes' })
    expect(await read(`is-followed?userId=${ann.id}`, bob)).toEqual({ message: 'No' })
    await follow(bob, ann.id)
    expect((await read('my-followers', bob))[0].youFollowed).toBe(true)
  })

  it('F7 changes nothing the second time, nor when twenty come at once', async () => {
    const [ann, bob] = await two()
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(ann, bob.id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await read('my-followers-count', bob)).toEqual({ count: 1 })
    for (let n = 0; n < 2; n++)
      expect((await unfollow(ann, bob.id)).body).toEqual({ userId: bob.id, youFollowed: false })
    expect(await read('my-followers-count', bob)).toEqual({ count: 0 })
  })

  it.each(['disabled_at', 'suspended_at'] as const)(
    'tells no name of a member who is hidden by %s, nor does following',
    async (hidden) => {
      const [ann, bob] = await two()
      const [cat, dan] = await two()
      expect((await block(ann, bob.id)).status).toBe(200)
      expect((await follow(ann, dan.id)).status).toBe(200)
      for (const { id } of [bob, cat, dan])
        await app.database
          .updateTable('users')
          .set({ [hidden]: new Date() })
          .where('id', '=', id)
          .execute()
      const unknown = await block(ann, 2_000_000)
      for (const refused of [await block(ann, cat.id), await follow(ann, cat.id)])
        expect([refused.status, refused.body.error]).toEqual([404, unknown.body.error])
      expect(await read('blocked', ann)).toEqual([])
      expect(await read(`is-followed?userId=${dan.id}`, ann)).toEqual({ message: 'No' })
      // Once shown again, the member is still blocked.
      await app.database
        .updateTable('users')
        .set({ [hidden]: null })
        .where('id', '=', bob.id)
        .execute()
      expect(await read('blocked', ann)).toEqual([{ userId: bob.id, userName: bob.name }])
    },
  )

  it('is refused of oneself and of nobody', async () => {
    const ann = await app.member()
    expect(await follow(ann, ann.id)).toMatchObject({ status: 400, body: { error: 'not_oneself' } })
    expect(await follow(ann, 2_000_000)).toMatchObject({
      status: 404,
      body: { error: 'member_not_found' },
    })
    expect(await app.post('/api/follow/follow-user', {}, { as: ann })).toMatchObject({
      status: 400,
      body: { fields: { userId: expect.any(String) } },
    })
  })

  it('lists those who are blocked a hundred a page too', async () => {
    const ann = await app.member()
    const made = await Promise.all(Array.from({ length: 103 }, () => app.member()))
    const others = made.sort((a, b) => a.id - b.id)
    const begun = Date.now()
    await app.database
      .insertInto('blocks')
      .values(
        others.map(({ id }, n) => ({
          blocker_id: ann.id,
          blocked_id: id,
          // Two were blocked at the same moment, at the end of the first page.
          created_at: new Date(begun + (n === 3 ? 2 : n)),
        })),
      )
      .execute()
    const ids = (page: { userId: number }[]) => page.map(({ userId }) => userId)
    const first = ids(await read('blocked', ann))
    expect(first).toEqual(
      others
        .slice(3)
        .toReversed()
        .map(({ id }) => id),
    )
    const next = ids(await read(`blocked?cursor=${first.at(-1)}`, ann))
    expect(next).toEqual(
      others
        .slice(0, 3)
        .toReversed()
        .map(({ id }) => id),
    )
  })

  it('lists a hundred a page, newest first, and goes on after a member', async () => {
    const star = await app.member()
    const fans = await Promise.all(Array.from({ length: 103 }, () => app.member()))
    const begun = Date.now()
    await app.database
      .insertInto('follows')
      .values(
        fans.map(({ id }, n) => ({
          follower_id: id,
          followee_id: star.id,
          created_at: new Date(begun + n),
        })),
      )
      .execute()
    const ids = (page: { userId: number }[]) => page.map(({ userId }) => userId)
    const first = ids(await read('my-followers', star))
    expect(first).toEqual(
      fans
        .slice(3)
        .map(({ id }) => id)
        .toReversed(),
    )
    const rest = ids(await read(`my-followers?cursor=${first.at(-1)}`, star))
    expect(rest).toEqual([fans[2]!.id, fans[1]!.id, fans[0]!.id])
  })

  it('leaves out who sleeps, from lists and counts alike', async () => {
    const [ann, bob] = await two()
    await follow(ann, bob.id)
    await app.database
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', ann.id)
      .execute()
    expect(await read('my-followers', bob)).toEqual([])
    expect(await read('my-followers-count', bob)).toEqual({ count: 0 })
  })
})

describe('blocking', () => {
  it('ends their follow, and refuses a new one until it is taken back', async () => {
    const [ann, bob] = await two()
    await follow(bob, ann.id)
    for (let n = 0; n < 2; n++) expect((await block(ann, bob.id)).status).toBe(200)
    expect(await read('my-followers', ann)).toEqual([])
    expect(await read('blocked', ann)).toEqual([{ userId: bob.id, userName: bob.name }])
    expect(await follow(bob, ann.id)).toMatchObject({ status: 403, body: { error: 'blocked' } })
    await app.delete('/api/follow/block', { userId: bob.id }, { as: ann })
    expect(await read('blocked', ann)).toEqual([])
    expect((await follow(bob, ann.id)).status).toBe(200)
  })

  it('ends one’s own follow too, and refuses it until the block is taken back', async () => {
    const [ann, bob] = await two()
    await follow(ann, bob.id)
    await block(ann, bob.id)
    expect(await read('my-followings', ann)).toEqual([])
    expect(await follow(ann, bob.id)).toMatchObject({ status: 403, body: { error: 'blocked' } })
    await app.delete('/api/follow/block', { userId: bob.id }, { as: ann })
    expect((await follow(ann, bob.id)).status).toBe(200)
  })

  it.each(['who blocked', 'who was blocked'])(
    'ends what is told of the other: %s',
    async (which) => {
      const [ann, bob] = await two()
      const [as, other] = which === 'who blocked' ? [ann, bob] : [bob, ann]
      const at = { latitude: 42, longitude: -100 }
      await app.database.updateTable('users').set(at).where('id', '=', ann.id).execute()
      const spot = await app.restaurant(at)
      const place = { restaurant: spot.id, category: 3 }
      const { id } = await app.item({ ...place, by: ann.id })
      await app.post(`/api/items/${id}/upvote`, {}, { as: bob })
      await app.post(
        '/api/yolos',
        { placeId: spot.placeId, categoryId: 3, itemName: 'Ramen' },
        { as: bob },
      )
      const told = async () =>
        (await app.get('/api/notifications', { as: ann })).body.items.map(
          ({ kind }: { kind: string }) => kind,
        )
      expect(await told()).toEqual(['nearby', 'upvoted'])
      await block(as, other.id)
      expect(await told()).toEqual([])
      expect((await app.get('/api/follow/unread', { as: ann })).body.notificationUnread).toBe(0)
      await app.delete('/api/follow/block', { userId: other.id }, { as })
      expect(await told()).toHaveLength(2)
    },
  )

  it('is refused of oneself and of nobody', async () => {
    const ann = await app.member()
    expect((await block(ann, ann.id)).status).toBe(400)
    expect((await block(ann, 2_000_000)).status).toBe(404)
  })
})

it('S10 a member follows two hundred times a day, and unfollows as often as they like', async () => {
  const limited = await testApp({ rateLimits: true })
  const [ann, bob, cyd] = await Promise.all([1, 2, 3].map(() => limited.member()))
  await limited.database
    .insertInto('rate_limits')
    .values({ key: `follow:member:${ann!.id}`, points: 199, expire: Date.now() + 60_000 })
    .execute()
  const follow = (as: Person, userId: number) =>
    limited.post('/api/follow/follow-user', { userId }, { as })
  expect((await follow(ann!, bob!.id)).status).toBe(200)
  expect(await follow(ann!, cyd!.id)).toMatchObject({ status: 429, body: { error: 'too_many' } })
  expect((await follow(bob!, cyd!.id)).status).toBe(200)
  const gone = await limited.delete('/api/follow/un-follow-user', { userId: bob!.id }, { as: ann! })
  expect(gone.status).toBe(200)
})
