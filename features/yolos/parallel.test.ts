import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let placeId: string

beforeAll(async () => {
  app = await testApp()
  placeId = (await app.restaurant()).placeId
})

const save = (as: Person, wanted: { categoryId: number; itemName: string }) =>
  app.post('/api/yolos', { placeId, ...wanted }, { as })

const tally = (answers: Array<{ status: number; body: { error?: string } }>) =>
  answers.reduce<Record<string, number>>((sum, { status, body }) => {
    const key = body.error ?? String(status)
    return { ...sum, [key]: (sum[key] ?? 0) + 1 }
  }, {})

const itemsOf = (categoryId: number) =>
  app.database
    .selectFrom('items')
    .select(['id', 'yolo_count', 'vote_count'])
    .where('category_id', '=', categoryId)
    .execute()

it('twenty saves at once in one category land exactly three', async () => {
  const member = await app.member()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => save(member, { categoryId: 1, itemName: `Dish ${i}` })),
  )
  expect(tally(answers)).toEqual({ 200: 3, quota_filled: 17 })
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body.yolos).toHaveLength(3)
  const slots = await app.database
    .selectFrom('yolos')
    .select('slot')
    .where('user_id', '=', member.id)
    .orderBy('slot')
    .execute()
  expect(slots.map(({ slot }) => slot)).toEqual([1, 2, 3])
  // The refused saves left no items behind.
  expect(await itemsOf(1)).toHaveLength(3)
})

it('F7 one save sent twenty times lands once', async () => {
  const member = await app.member()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => save(member, { categoryId: 2, itemName: 'The one' })),
  )
  expect(tally(answers)).toEqual({ 200: 1, already_yours: 19 })
  expect(await itemsOf(2)).toMatchObject([{ yolo_count: 1 }])
})

it('five members naming a new item at once make one item with five yolos', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => app.member()))
  const answers = await Promise.all(
    members.flatMap((member) =>
      ['Shared Dish', 'shared  dish', 'SHARED DISH', 'Shared Dish '].map((itemName) =>
        save(member, { categoryId: 3, itemName }),
      ),
    ),
  )
  expect(tally(answers)).toEqual({ 200: 5, already_yours: 15 })
  expect(await itemsOf(3)).toMatchObject([{ yolo_count: 5 }])
})

it('an unverified member’s saves in many categories at once land one', async () => {
  const member = await app.member({ verified: false })
  const answers = await Promise.all(
    [4, 5, 6, 7, 8, 9, 10, 11].map((categoryId) =>
      save(member, { categoryId, itemName: 'Anything' }),
    ),
  )
  expect(tally(answers)).toEqual({ 200: 1, verify_first: 7 })
})

it('S35 saves and votes of one member at once never leave a vote on a favorite', async () => {
  const owner = await app.member()
  const { body } = await save(owner, { categoryId: 12, itemName: 'Contested' })
  const members = await Promise.all(Array.from({ length: 8 }, () => app.member()))
  await Promise.all(
    members.flatMap((as) => [
      app.post(`/api/items/${body.itemId}/upvote`, {}, { as }),
      save(as, { categoryId: 12, itemName: 'Contested' }),
      app.post(`/api/items/${body.itemId}/upvote`, {}, { as }),
    ]),
  )
  expect(await itemsOf(12)).toMatchObject([{ yolo_count: 9, vote_count: 0 }])
  expect(await app.database.selectFrom('votes').selectAll().execute()).toEqual([])
})
