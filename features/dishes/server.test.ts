import { describe, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { encodeCursor } from '#platform/server/cursor.ts'
import { sealCursor } from '#platform/server/sealed-cursor.ts'
import { testApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'

const app = await testApp()
const { upload } = photoClient(app)
const show = async (id: number, as?: { token: string }) =>
  app.get(`/api/items/${id}`, as ? { as } : {})
const page = async (id: number, cursor?: string | null, as?: { token: string }) =>
  app.get(`/api/items/${id}/yolos${cursor ? `?cursor=${cursor}` : ''}`, as ? { as } : {})

describe('GET /items/{id}', () => {
  it('is the card with its place in the city’s list and at its restaurant, the same as those lists say', async () => {
    const by = await app.member()
    const [here, there] = [await app.restaurant(), await app.restaurant()]
    const far = await app.restaurant({ latitude: 46, longitude: -93.27 })
    const dish = async (restaurant: number, category: number, upvotes: number, name?: string) =>
      app.item({
        restaurant,
        category,
        by: (await app.member()).id,
        upvotes,
        ...(name ? { name } : {}),
      })
    await dish(there.id, 4, 9)
    await dish(far.id, 4, 99)
    await dish(here.id, 1, 7)
    await dish(here.id, 1, 6)
    const mine = await dish(here.id, 4, 5, 'Fried Pickles')
    const near = await dish(here.id, 4, 1, 'Fried Pickle')

    const { status, body } = await show(mine.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: mine.id,
      name: 'Fried Pickles',
      itemName: 'Fried Pickles',
      gone: false,
      closed: false,
      canUpvote: true,
      rank: { place: 2, of: 3, within: 'Minneapolis, MN, US' },
      restaurantRank: { place: 3, of: 4, within: here.name },
      citySlug: 'minneapolis-mn-us',
    })
    expect(body.similar.map(({ id }: { id: number }) => id)).toEqual([near.id])
    const city = (await app.get('/api/cities/minneapolis-mn-us')).body
    const list = await app.get(
      `/api/yolos?category=4&latitude=${city.latitude}&longitude=${city.longitude}`,
    )
    const ids = list.body.nearBy.map(({ id }: { id: number }) => id)
    expect(ids.indexOf(mine.id)).toBe(body.rank.place - 1)

    // New votes change the rank at once.
    for (let n = 0; n < 5; n++)
      await app.post(`/api/items/${mine.id}/upvote`, {}, { as: await app.member() })
    expect((await show(mine.id, by)).body.rank.place).toBe(1)
  })

  it('has no rank while it is gone, and 404 where there is none', async () => {
    const { id: restaurant } = await app.restaurant()
    const item = await app.item({ restaurant, category: 3, by: (await app.member()).id })
    for (let n = 0; n < 5; n++)
      await app.post(`/api/items/${item.id}/expired`, {}, { as: await app.member() })
    expect((await show(item.id)).body).toMatchObject({
      gone: true,
      expired: false,
      canUpvote: false,
      rank: null,
      restaurantRank: null,
    })
    for (const [id, status] of [
      [2_000_000_000, 404],
      [0, 400],
      [2 ** 31, 400],
    ] as const) {
      expect((await show(id)).status).toBe(status)
      expect((await page(id)).status).toBe(status)
    }
  })

  it('a merged dish’s old number leads to the one that stayed, on the wire and on its page', async () => {
    const { id: restaurant } = await app.restaurant()
    const by = async () => (await app.member()).id
    const goes = await app.item({ restaurant, category: 3, by: await by() })
    const stays = await app.item({ restaurant, category: 3, by: await by() })
    await app.post(
      `/api/items/${goes.id}/merge`,
      { into: stays.id },
      { as: await app.member({ id: 7 }) },
    )
    expect((await show(goes.id)).body).toMatchObject({ id: stays.id, yoloCount: 2 })
    expect((await page(goes.id)).body.yolos).toHaveLength(2)
  })
})

describe('GET /items/{id}/yolos', () => {
  it('gives all of them, 20 a page: with a text or photo before without, then the newest', async () => {
    const { id: restaurant } = await app.restaurant()
    const first = await app.member()
    const item = await app.item({
      restaurant,
      category: 3,
      by: first.id,
      createdAt: new Date('2026-01-01'),
    })
    await upload(item.yoloId, await makePhoto(), first)
    const day = (n: number) => new Date(Date.UTC(2026, 1, 1 + Math.floor(n / 2)))
    for (let n = 0; n < 44; n++)
      await app.database
        .insertInto('yolos')
        .values({
          user_id: (await app.member()).id,
          item_id: item.id,
          category_id: 3,
          slot: 1,
          description: n % 3 === 0 ? `Reason ${n}` : '',
          // Two yolos share each moment, so that their order depends on the id.
          created_at: day(n),
        })
        .execute()
    const seen: any[] = []
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const { body, status }: { body: any; status: number } = await page(item.id, cursor)
      expect(status).toBe(200)
      sizes.push(body.yolos.length)
      seen.push(...body.yolos)
      cursor = body.cursor
    } while (cursor)
    expect(sizes).toEqual([20, 20, 5])
    expect(new Set(seen.map(({ id }) => id)).size).toBe(45)
    const told = seen.map(({ description, image }) => description !== '' || image !== null)
    expect(told).toEqual(told.toSorted((a, b) => Number(b) - Number(a)))
    expect(told.filter(Boolean)).toHaveLength(16)
    const times = (some: any[]) => some.map(({ createdAt }) => createdAt)
    for (const part of [seen.slice(0, 16), seen.slice(16)])
      expect(times(part)).toEqual(times(part).toSorted((a, b) => (a < b ? 1 : -1)))
    expect(seen[15]).toMatchObject({ userId: first.id, image: expect.stringMatching(/\.jpg$/) })
  })

  it('S37 shows no hidden member, nothing that the viewer reported, and counts a reported text as none', async () => {
    const { id: restaurant } = await app.restaurant()
    const [asleep, rude, kind] = [await app.member(), await app.member(), await app.member()]
    const item = await app.item({ restaurant, category: 3, by: asleep.id, description: 'Zzz' })
    const save = async (who: typeof rude, description: string) =>
      (
        await app.post(
          '/api/yolos',
          { itemId: item.id, categoryId: 3, description, placeId: null },
          { as: who },
        )
      ).body.id as number
    await save(kind, 'Lovely')
    const bad = await save(rude, 'Rude words')
    await app.post('/api/user/disable', {}, { as: asleep })
    const viewer = await app.member()
    await app.post(
      '/api/abuse-reports',
      { kind: 'text', id: bad, reason: 'offensive' },
      { as: viewer },
    )
    const texts = (body: any) => body.yolos.map((one: any) => one.description)
    expect(texts((await page(item.id)).body)).toEqual(['Rude words', 'Lovely'])
    expect(texts((await page(item.id, null, viewer)).body)).toEqual(['Lovely', ''])
    await app.post('/api/follow/block', { userId: rude.id }, { as: kind })
  })

  it.each([
    'x',
    'bnVsbA',
    Buffer.from('[true,true,1e400,1]').toString('base64url'),
    Buffer.from('[true,1,2,3]').toString('base64url'),
    'x'.repeat(101),
  ])('refuses the cursor %s', async (cursor) => {
    const { id: restaurant } = await app.restaurant()
    const item = await app.item({ restaurant, category: 3, by: (await app.member()).id })
    expect((await page(item.id, cursor)).status).toBe(400)
  })

  // Otherwise it would list just those who don't speak for the dish, which tells who is held.
  it('refuses a position that it didn’t give, in its own letters or changed', async () => {
    const { id: restaurant } = await app.restaurant()
    const item = await app.item({ restaurant, category: 3, by: (await app.member()).id })
    const made = encodeCursor([true, true, Date.now() * 1000, 1])
    const given = await sealCursor(app.database, `savers of dish ${item.id}`, [
      false,
      true,
      Date.now() * 1000,
      1,
    ])
    expect(Buffer.from(given, 'base64url').toString()).not.toContain('false')
    expect((await page(item.id, given)).status).toBe(200)
    const ofAnother = await sealCursor(app.database, 'savers of dish 1', [false, true, 1, 1])
    const changed = given.slice(0, -2) + (given.endsWith('AA') ? 'BB' : 'AA')
    for (const cursor of [made, changed, ofAnother, given.slice(0, 30)])
      expect([cursor, (await page(item.id, cursor)).status]).toEqual([cursor, 400])
  })
})

it('every answer that holds items calls them by name and itemName, the same', async () => {
  const as = await app.member()
  const place = await app.restaurant({ name: 'Named Place' })
  const item = await app.item({ restaurant: place.id, category: 5, by: as.id, name: 'Onion Rings' })
  const other = await app.item({
    restaurant: place.id,
    category: 5,
    by: (await app.member()).id,
    name: 'Onion Ring',
  })
  await app.post(`/api/items/${other.id}/upvote`, {}, { as })
  const answers = await Promise.all(
    [
      '/api/yolos?category=5',
      `/api/restaurants/${place.id}`,
      `/api/items?category=5&place=${place.placeId}`,
      `/api/items/similar?category=5&restaurantId=${place.id}&itemName=Onion`,
      `/api/items/${item.id}`,
      '/api/my-page',
      `/api/users/${as.id}`,
      '/api/upvotedItems',
      `/api/restaurant-items?placeId=${place.placeId}&itemName=Onion%20Rings`,
    ].map(async (path) => [path, (await app.get(path, { as })).body] as const),
  )
  const named = (value: unknown): any[] =>
    value === null || typeof value !== 'object'
      ? []
      : [
          ...('itemName' in value && 'upvoteCount' in value ? [value] : []),
          ...Object.values(value).flatMap(named),
        ]
  for (const [path, body] of answers) {
    const items = named(body)
    expect(items.length, path).toBeGreaterThan(0)
    for (const { name, itemName } of items) expect(name, path).toBe(itemName)
  }
})
