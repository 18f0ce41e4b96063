import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
let place: { id: number }
beforeAll(async () => {
  app = await testApp()
  place = await app.restaurant({ name: 'The Anchor' })
})

describe('GET /my-page', () => {
  it('counts what one gave and got, and holds one’s favorites with one’s own words', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const own = await app.item({
      restaurant: place.id,
      category: 3,
      by: ann.id,
      description: 'Mine',
      upvotes: 4,
    })
    const his = await app.item({ restaurant: place.id, category: 3, by: bob.id })
    await app.database
      .insertInto('yolos')
      .values({ user_id: bob.id, item_id: own.id, category_id: 3, slot: 3, description: 'His' })
      .execute()
    await app.post(`/api/items/${his.id}/upvote`, {}, { as: ann })
    await app.post(`/api/items/${own.id}/upvote`, {}, { as: await app.member() })
    await app.post('/api/follow/follow-user', { userId: ann.id }, { as: bob })
    const { body } = await app.get('/api/my-page?v=1', { as: ann })
    expect(body).toMatchObject({
      userName: ann.name,
      upvotedCount: 1,
      receivedCount: 1,
      shareCount: 0,
      followersCount: 1,
      followingCount: 0,
      items: [
        {
          id: own.id,
          name: own.name,
          upvoteCount: 5,
          used: true,
          canUpvote: false,
          yoloCount: 2,
          yolos: [{ id: own.yoloId, userId: ann.id, description: 'Mine' }],
        },
      ],
    })
    expect(body.items).toHaveLength(1)
  })

  it('counts as received only votes of since one saved the dish, and none that is set aside', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const dish = await app.item({ restaurant: place.id, category: 4, by: bob.id })
    const upvote = async (as: typeof ann) => app.post(`/api/items/${dish.id}/upvote`, {}, { as })
    const received = async (as: typeof ann) =>
      (await app.get('/api/my-page', { as })).body.receivedCount
    await upvote(await app.member())
    await app.post('/api/yolos', { itemId: dish.id, categoryId: 4 }, { as: ann })
    expect([await received(ann), await received(bob)]).toEqual([0, 1])
    const late = await app.member()
    await upvote(late)
    expect([await received(ann), await received(bob)]).toEqual([1, 2])
    await app.database
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', late.id)
      .execute()
    expect([await received(ann), await received(bob)]).toEqual([0, 1])
  })

  it('counts a share each time one is made', async () => {
    const ann = await app.member()
    expect((await app.post('/api/share', {}, { as: ann })).body).toEqual({ shareCount: 1 })
    await app.post('/api/share', {}, { as: ann })
    expect((await app.get('/api/my-page', { as: ann })).body.shareCount).toBe(2)
  })
})

describe('GET /users/{id}', () => {
  it('shows name, words and favorites to anyone; to a member also how they stand', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const own = await app.item({ restaurant: place.id, category: 8, by: ann.id })
    await app.database
      .updateTable('users')
      .set({ bio: 'Soup person.' })
      .where('id', '=', ann.id)
      .execute()
    const visited = (await app.get(`/api/users/${ann.id}`)).body
    expect(visited).toMatchObject({
      id: ann.id,
      userName: ann.name,
      bio: 'Soup person.',
      youFollowed: false,
      youBlocked: false,
      items: [{ id: own.id, categoryId: 8, upvoted: false, canUpvote: true }],
    })
    expect(JSON.stringify(visited)).not.toContain('@')
    await app.post('/api/follow/follow-user', { userId: ann.id }, { as: bob })
    await app.post(`/api/items/${own.id}/upvote`, {}, { as: bob })
    const seen = async () => (await app.get(`/api/users/${ann.id}`, { as: bob })).body
    expect(await seen()).toMatchObject({
      youFollowed: true,
      youBlocked: false,
      followersCount: 1,
      items: [{ upvoted: true, canUpvote: false }],
    })
    await app.post('/api/follow/block', { userId: ann.id }, { as: bob })
    expect(await seen()).toMatchObject({ youFollowed: false, youBlocked: true, followersCount: 0 })
  })

  it('is a 404 for nobody and for whose account sleeps', async () => {
    const ann = await app.member()
    await app.database
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', ann.id)
      .execute()
    for (const id of [ann.id, 2_000_000])
      for (const path of [`users/${id}`, `avatars/${id}`])
        expect(await app.get(`/api/${path}`)).toMatchObject({
          status: 404,
          body: { error: 'member_not_found' },
        })
    expect((await app.get('/api/users/x')).status).toBe(400)
  })
})

describe('GET /upvotedItems', () => {
  it('pages from 0, ten at a time, newest vote first', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const voted: number[] = []
    for (let n = 0; n < 13; n++) {
      await app.database.deleteFrom('yolos').where('user_id', '=', bob.id).execute()
      voted.push((await app.item({ restaurant: place.id, category: 3, by: bob.id })).id)
    }
    const begun = Date.now()
    await app.database
      .insertInto('votes')
      .values(
        voted.map((item_id, n) => ({
          item_id,
          user_id: ann.id,
          created_at: new Date(begun + Math.floor(n / 2)),
        })),
      )
      .execute()
    const page = async (query: string) =>
      (await app.get(`/api/upvotedItems${query}`, { as: ann })).body
    const first = await page('')
    const second = await page('?pageNumber=1&pageSize=10')
    const ids = (items: { id: number }[]) => items.map(({ id }) => id)
    expect(ids([...first.items, ...second.items])).toEqual(voted.toReversed())
    expect(first.items).toHaveLength(10)
    expect(first.total).toBe(13)
    expect(first.items[0]).toMatchObject({
      restaurantId: place.id,
      name: expect.any(String),
      upvoted: true,
    })
    expect(await page('?pageNumber=5')).toEqual({ items: [], total: 13 })
    for (const query of ['?pageNumber=-1', '?pageSize=101', '?pageSize=0', '?pageNumber=x'])
      expect((await app.get(`/api/upvotedItems${query}`, { as: ann })).status).toBe(400)
  })
})

it('S10 a member’s page is counted as shared a hundred times a day', async () => {
  const limited = await testApp({ sharing: app, rateLimits: true })
  const as = await app.member()
  const answers = []
  for (let n = 0; n < 101; n++) answers.push(await limited.post('/api/share', {}, { as }))
  expect(answers.map(({ status }) => status)).toEqual([...Array(100).fill(200), 429])
  expect(answers[99]!.body).toEqual({ shareCount: 100 })
})
