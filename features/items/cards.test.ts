import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const save = async (placeId: string, by: Person, itemName: string, description = '') =>
  (await app.post('/api/yolos', { placeId, categoryId: 3, itemName, description }, { as: by })).body
    .itemId as number

it('a card shows the yolos of counting members, texts first, and a member’s own to them', async () => {
  const { placeId } = await app.restaurant()
  const [ann, bob, puppet] = [
    await app.member(),
    await app.member(),
    await app.member({ verified: false }),
  ]
  const id = await save(placeId, ann, 'Cheeseburger', 'Crisp')
  await save(placeId, bob, 'Cheeseburger')
  await save(placeId, puppet, 'Cheeseburger', 'The best')
  const savers = async (as?: Person) =>
    (await app.get(`/api/items/${id}`, { as })).body.yolos.map((yolo: any) => yolo.userId)
  expect(await savers()).toEqual([ann.id, bob.id])
  expect(await savers(puppet)).toEqual([puppet.id, ann.id, bob.id])
})

describe('GET /items', () => {
  it('lists a restaurant’s items of a category by place id or id, best first, with the viewer’s own', async () => {
    const { id: restaurant, placeId } = await app.restaurant()
    const [ann, bob] = [await app.member(), await app.member()]
    const worse = await app.item({ restaurant, category: 3, by: ann.id })
    const better = await app.item({ restaurant, category: 3, by: bob.id, upvotes: 3 })
    await app.item({ restaurant, category: 4, by: bob.id })
    for (const place of [placeId, restaurant]) {
      const { body } = await app.get(`/api/items?category=3&place=${place}`, { as: ann })
      expect(body.map(({ id, used }: any) => [id, used])).toEqual([
        [better.id, false],
        [worse.id, true],
      ])
    }
    for (const query of ['category=3', 'category=99&place=1', 'category=3&place=nowhere'])
      expect((await app.get(`/api/items?${query}`)).status).toBe(400)
    const { fields } = (await app.get('/api/items?category=3&place=nowhere')).body
    expect(fields).toEqual({ place: 'We don’t know this place.' })
  })
})

describe('GET /items/similar', () => {
  it('offers items near in name to what is typed, the nearest first', async () => {
    const { id: restaurant, placeId } = await app.restaurant()
    for (const name of ['Juicy Lucy', 'Juicy Lucy Deluxe', 'Fries'])
      await app.item({ restaurant, category: 3, by: (await app.member()).id, name })
    const similar = async (itemName: string, place = `restaurantId=${restaurant}`) =>
      (await app.get(`/api/items/similar?${place}&category=3&itemName=${itemName}`)).body.map(
        ({ name }: { name: string }) => name,
      )
    expect(await similar('juicy%20lucy')).toEqual(['Juicy Lucy', 'Juicy Lucy Deluxe'])
    expect(await similar('juciy%20lucy', `placeId=${placeId}`)).toContain('Juicy Lucy')
    expect(await similar('salad')).toEqual([])
    expect((await app.get('/api/items/similar?category=3&itemName=x')).status).toBe(400)
    expect(
      (await app.get('/api/items/similar?category=3&itemName=x&restaurantId=2000000000')).status,
    ).toBe(400)
  })
})

it('GET /marks is the viewer’s own, of up to 200 items', async () => {
  const { id: restaurant } = await app.restaurant()
  const owner = await app.member()
  const { id } = await app.item({ restaurant, category: 3, by: owner.id })
  expect((await app.get(`/api/marks?items=${id},2000000000`, { as: owner })).body).toMatchObject([
    { id, used: true, upvoted: false, canUpvote: false, upvoteCount: 0 },
  ])
  const many = Array.from({ length: 201 }, (_, n) => n + 1).join()
  expect((await app.get(`/api/marks?items=${many}`, { as: owner })).status).toBe(400)
  expect((await app.get(`/api/marks?items=${id}`)).status).toBe(401)
})
