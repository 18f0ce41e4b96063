import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { resolveItemId, restaurantsByRequestedId } from './merged.ts'

const app = await testApp()
const [member, admin] = [await app.member(), await app.member({ id: 7 })]
const [burgers, pizza] = [3, 2]

const item = async (category: number, restaurant: number) =>
  (await app.item({ restaurant, category, by: member.id })).id
const merge = async (kind: 'items' | 'restaurants', from: number, into: number) => {
  const { status } = await app.post(`/api/${kind}/${from}/merge`, { into }, { as: admin })
  expect(status).toBe(200)
}

test('an item leads to the one that stayed, however often that is merged in turn', async () => {
  const { id: restaurant } = await app.restaurant()
  const guest = await app.member()
  const [first, second, third] = await Promise.all(
    [member, guest, admin].map(
      async (by) => (await app.item({ restaurant, category: burgers, by: by.id })).id,
    ),
  )
  await merge('items', first!, second!)
  await merge('items', second!, third!)
  for (const id of [first!, second!, third!]) {
    expect(await resolveItemId(app.database, id)).toBe(third)
  }
})

test('what nobody knows leads nowhere', async () => {
  expect(await resolveItemId(app.database, 2_000_000_000)).toBe(2_000_000_000)
})

test('a restaurant is found by each number that leads to it', async () => {
  const [goes, stays] = [await app.restaurant(), await app.restaurant()]
  await item(pizza, goes.id)
  await merge('restaurants', goes.id, stays.id)
  const found = await restaurantsByRequestedId(app.database)
    .select(['asked.id as asked', 'r.id'])
    .where('asked.id', 'in', [goes.id, stays.id])
    .orderBy('asked.id')
    .execute()
  expect(found).toEqual([
    { asked: goes.id, id: stays.id },
    { asked: stays.id, id: stays.id },
  ])
})
