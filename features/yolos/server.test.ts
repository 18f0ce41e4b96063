import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags, tagsOf } from '#domain/vocabulary/tags.data.ts'

let app: TestApp
let place: { id: number; placeId: string; name: string }
const pizza = 2
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  place = await app.restaurant({ name: 'The Anchor' })
})

const dish = async (wanted: object = {}) =>
  app.item({
    restaurant: place.id,
    category: burgers,
    by: (await app.member()).id,
    ...wanted,
  })
const names = (items: Array<{ name: string }>) => items.map(({ name }) => name)

it('the database has the tags and categories of the lists', async () => {
  const rows = await app.database.selectFrom('tags').selectAll().orderBy('id').execute()
  expect(rows.map(({ id, category_id, name }) => ({ id, category: category_id, name }))).toEqual(
    tags,
  )
  const kept = await app.database.selectFrom('categories').selectAll().orderBy('id').execute()
  expect(kept).toEqual(categories.map(({ id, name }) => ({ id, name })).sort((a, b) => a.id - b.id))
})

describe('GET /categories, /tags, /user-categories', () => {
  it('gives the fourteen categories in their order', async () => {
    const { body } = await app.get('/api/categories?v=1')
    expect(body).toHaveLength(14)
    expect(body[1]).toEqual({
      id: 2,
      name: 'Pizza',
      label: 'Pizza',
      slug: 'pizza',
      group: 'food',
      hasTags: true,
      tagsInWizard: true,
    })
  })

  it('gives a category’s tags, none for drinks, all without a category', async () => {
    expect((await app.get('/api/tags?category=2')).body).toEqual(tagsOf(pizza))
    expect((await app.get('/api/tags?category=10')).body).toEqual([])
    expect((await app.get('/api/tags')).body).toHaveLength(151)
    for (const bad of ['99', 'x', '2&category=3', '2.5'])
      expect((await app.get(`/api/tags?category=${bad}`)).body.fields).toHaveProperty('category')
  })

  it('counts the member’s favourites per category', async () => {
    const member = await app.member()
    for (let i = 0; i < 2; i++) await dish({ by: member.id })
    await dish({ by: member.id, category: pizza })
    const { body } = await app.get(`/api/user-categories?user=${member.id}&v=9`, { as: member })
    expect(body).toHaveLength(14)
    const counters = body.filter(({ counter }: { counter: number }) => counter > 0)
    expect(counters).toEqual([
      { id: 2, name: 'Pizza', counter: 1 },
      { id: 3, name: 'Burgers', counter: 2 },
    ])
    expect((await app.get('/api/user-categories')).status).toBe(401)
    const other = await app.get(`/api/user-categories?user=${member.id + 1}`, { as: member })
    expect(other.body.error).toBe('not_yours')
  })
})

describe('GET /items', () => {
  it('gives the restaurant’s items of the category, best first, one’s own marked', async () => {
    const here = await app.restaurant({ name: 'Here' })
    const member = await app.member()
    const restaurant = here.id
    await dish({ restaurant, name: 'Second', upvotes: 1 })
    await dish({ restaurant, name: 'First', upvotes: 5, by: member.id })
    await dish({ restaurant, name: 'Another kind', category: pizza })
    await dish({ name: 'Elsewhere' })
    const forgotten = await dish({ restaurant, name: 'Nobody’s any more' })
    await app.database.deleteFrom('yolos').where('id', '=', forgotten.yoloId).execute()
    const expired = await dish({ restaurant, name: 'Off the menu' })
    await app.database
      .updateTable('items')
      .set({ hidden_at: new Date() })
      .where('id', '=', expired.id)
      .execute()

    for (const key of ['place', 'placeId']) {
      const query = `category=${burgers}&${key}=${here.placeId}`
      const { body } = await app.get(`/api/items?${query}&user=${member.id}`, { as: member })
      expect(body).toMatchObject([
        { name: 'First', restaurantName: 'Here', used: true, canUpvote: false, upvoteCount: 5 },
        { name: 'Second', restaurantId: restaurant, used: false, canUpvote: true },
      ])
      const { body: visitors } = await app.get(`/api/items?${query}`)
      expect(visitors[0]).toMatchObject({ name: 'First', used: false, canUpvote: true })
    }
    const { body } = await app.get(`/api/items?category=${burgers}&place=${restaurant}`)
    expect(names(body)).toEqual(['First', 'Second'])
  })

  it.each([
    ['category', `place=x&category=99`],
    ['category', `place=x`],
    ['place', `category=3`],
    ['place', `category=3&place=a&place=b`],
    ['placeId', `category=3&placeId=nobody:knows`],
    ['placeId', `category=3&placeId=a%00b`],
  ])('refuses a bad %s: %s', async (field, query) => {
    const { status, body } = await app.get(`/api/items?${query}`)
    expect([status, body.error, Object.keys(body.fields)]).toEqual([400, 'bad_input', [field]])
  })
})

describe('GET /restaurant-items', () => {
  const check = (itemName: string, more: Record<string, string> = {}) =>
    app.get(
      `/api/restaurant-items?${new URLSearchParams({ placeId: place.placeId, itemName, ...more })}`,
    )

  it('gives {} where the name is free, else the item that has it', async () => {
    const item = await dish({ name: 'lucy lucy', upvotes: 3 })
    expect(await check('Lucy')).toMatchObject({ status: 200, body: {} })
    const taken = await check('  LUCY   Lucy ')
    expect(taken.status).toBe(409)
    expect(taken.body).toMatchObject({
      error: 'item_exists',
      message: expect.any(String),
      item: { id: item.id, name: 'lucy lucy', categoryId: burgers, upvoteCount: 3 },
    })
    expect((await check('lucy lucy', { category: '3' })).status).toBe(409)
    expect((await check('lucy lucy', { category: '2' })).status).toBe(200)
  })

  it.each([
    ['itemName', { itemName: ' ' }],
    ['itemName', { itemName: 'x'.repeat(301) }],
    ['placeId', { placeId: 'nobody:knows' }],
    ['category', { category: '99' }],
  ])('refuses a bad %s', async (field, more) => {
    const { status, body } = await check('x', more)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})

describe('PUT /yolos/{id}/tags', () => {
  const put = (yoloId: number, tags: unknown, as: { token: string } | null) =>
    app.put(`/api/yolos/${yoloId}/tags`, { tags }, { as })
  const tagsOf = async (id: number) =>
    (
      await app.database
        .selectFrom('items')
        .select('tags')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).tags

  it('is the whole list: what isn’t named is taken off, of the dish too', async () => {
    const member = await app.member()
    const item = await dish({ by: member.id, category: 14, tags: [95, 123] })
    const { status, body } = await put(item.yoloId, [124, 95, 124], member)
    expect([status, body]).toEqual([
      200,
      { id: item.yoloId, yoloTags: [{ tagId: 95 }, { tagId: 124 }] },
    ])
    expect(await tagsOf(item.id)).toEqual([95, 124])
    const path = `/api/yolos/${item.yoloId}/tags`
    expect((await app.put(path, [{ tagId: 96 }], { as: member })).status).toBe(200)
    expect(await tagsOf(item.id)).toEqual([96])
    expect((await put(item.yoloId, [], member)).body.yoloTags).toEqual([])
    expect(await tagsOf(item.id)).toEqual([])
  })

  it('is refused where other tags stand than the page showed', async () => {
    const member = await app.member()
    const item = await dish({ by: member.id, category: 14, tags: [123, 95] })
    const path = `/api/yolos/${item.yoloId}/tags`
    const send = (tags: number[], expected: object) =>
      app.put(path, { tags, expected }, { as: member })
    const stale = await send([96], { tags: [95] })
    expect([stale.status, stale.body]).toEqual([
      409,
      {
        error: 'changed_elsewhere',
        message: expect.stringMatching(/^Changed elsewhere meanwhile: .+, .+\.$/),
        now: { tags: [95, 123] },
      },
    ])
    expect((await send([96], { tags: [123, 95] })).body.yoloTags).toEqual([{ tagId: 96 }])
    expect((await send([96], { tags: [95] })).status).toBe(200)
  })

  it('refuses what isn’t a list of the category’s tags in our own words, and changes nothing', async () => {
    const member = await app.member()
    const item = await dish({ by: member.id, category: burgers, tags: [35] })
    for (const bad of [[23], [36, 92], [0], [152], ['36'], [null], 36, null]) {
      const { status, text } = await put(item.yoloId, bad, member)
      expect(status).toBe(400)
      expect(text).not.toMatch(/invalid input|expected/i)
    }
    expect(await tagsOf(item.id)).toEqual([35])
  })

  it('F8 whole lists sent at once leave one of them, whole', async () => {
    const member = await app.member()
    const item = await dish({ by: member.id, category: 14 })
    const wanted = [[95, 123], [96], [124, 125], []]
    await Promise.all([...wanted, ...wanted].map((tags) => put(item.yoloId, tags, member)))
    expect(wanted).toContainEqual(await tagsOf(item.id))
  })

  it('is for its member and for admins, whose change is written down', async () => {
    const item = await dish({ category: burgers, tags: [35] })
    expect((await put(item.yoloId, [36], null)).status).toBe(401)
    expect((await put(item.yoloId, [36], await app.member())).body.error).toBe('not_yours')
    expect((await put(999_999, [36], await app.member())).body.error).toBe('yolo_not_found')
    expect(await tagsOf(item.id)).toEqual([35])
    expect((await put(item.yoloId, [36], await app.member({ id: 7 }))).status).toBe(200)
    const audits = app.database.selectFrom('audit').selectAll().where('actor_id', '=', 7)
    expect(await audits.execute()).toMatchObject([
      { action: 'yolo.set-tags', before: [{ tagId: 35 }], after: [{ tagId: 36 }] },
    ])
  })
})

describe('POST /add-more-tags/{yoloId}', () => {
  const add = (yoloId: number | string, tagIds: unknown[], as: { token: string } | null) =>
    app.post(
      `/api/add-more-tags/${yoloId}`,
      tagIds.map((tagId) => ({ tagId })),
      { as },
    )
  const tagsOfItem = async (id: number) =>
    (await app.database.selectFrom('items').select('tags').where('id', '=', id).executeTakeFirst())
      ?.tags

  it('adds tags to one’s own yolo; twice changes nothing', async () => {
    const member = await app.member()
    const item = await dish({ by: member.id, category: 14, tags: [95] })
    for (let i = 0; i < 2; i++) {
      const { status, body } = await add(item.yoloId, [124, 123, 124], member)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: item.yoloId,
        yoloTags: [{ tagId: 95 }, { tagId: 123 }, { tagId: 124 }],
      })
    }
    expect(await tagsOfItem(item.id)).toEqual([95, 123, 124])
    expect((await add(item.yoloId, [], member)).body.yoloTags).toHaveLength(3)
  })

  it('refuses what isn’t a list of the category’s tags, and changes nothing', async () => {
    const member = await app.member()
    const item = await dish({ by: member.id, category: burgers })
    for (const bad of [[23], [35, 92], [0], [152], ['35'], [null]])
      expect((await add(item.yoloId, bad, member)).body.error).toBe('bad_input')
    const path = `/api/add-more-tags/${item.yoloId}`
    expect((await app.post(path, { tagId: 35 }, { as: member })).status).toBe(400)
    expect((await app.post(path, [35], { as: member })).status).toBe(400)
    expect((await add('x', [35], member)).status).toBe(400)
    const drink = await dish({ by: member.id, category: 10 })
    expect((await add(drink.yoloId, [35], member)).status).toBe(400)
    expect(await tagsOfItem(item.id)).toEqual([])
  })

  it('is for its member and for admins, whose help is written down', async () => {
    const item = await dish({ category: burgers })
    expect((await add(item.yoloId, [35], null)).status).toBe(401)
    expect((await add(item.yoloId, [35], await app.member())).body.error).toBe('not_yours')
    expect((await add(999_999, [35], await app.member())).body.error).toBe('yolo_not_found')
    expect(await tagsOfItem(item.id)).toEqual([])
    const admin = await app.member({ id: 6 })
    expect((await add(item.yoloId, [35], admin)).status).toBe(200)
    const audits = app.database.selectFrom('audit').selectAll().where('actor_id', '=', 6)
    expect(await audits.execute()).toMatchObject([
      {
        actor_id: 6,
        action: 'yolo.add-tags',
        subject: `yolo ${item.yoloId}`,
        before: [],
        after: [{ tagId: 35 }],
      },
    ])
  })
})
