import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let place: { id: number; placeId: string }
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  place = await app.restaurant({ name: 'The Anchor' })
})

const dish = async (name: string, wanted: object = {}) =>
  app.item({
    restaurant: place.id,
    category: burgers,
    by: (await app.member()).id,
    name,
    ...wanted,
  })

const ask = (itemName: string, more: Record<string, string> = {}, as?: Person) => {
  const asked = { restaurantId: String(place.id), category: String(burgers), itemName, ...more }
  return app.get(`/api/items/similar?${new URLSearchParams(asked)}`, as ? { as } : {})
}
const names = (body: Array<{ itemName: string }>) => body.map(({ itemName }) => itemName)

describe('GET /items/similar', () => {
  it('finds a dish by spaces, hyphens, plural, accents, slips and its beginning, the nearest first', async () => {
    const burger = await dish('Cheeseburger', { upvotes: 3 })
    await dish('Cheeseburger Deluxe', { upvotes: 9 })
    await dish('Crème fraîche burger')
    await dish('Turkey burger')
    for (const typed of ['Cheese burger', 'cheese-burgers', 'Chesseburger', 'CHEESEBURGER'])
      expect((await ask(typed)).body[0]).toEqual({
        id: burger.id,
        name: 'Cheeseburger',
        itemName: 'Cheeseburger',
        upvoteCount: 3,
        yoloCount: 1,
        used: false,
      })
    expect(names((await ask('cheesburger with fries')).body)).toEqual(['Cheeseburger'])
    expect(names((await ask('cheeseb')).body)).toEqual(['Cheeseburger Deluxe', 'Cheeseburger'])
    expect(names((await ask('Creme fraiche')).body)).toEqual(['Crème fraîche burger'])
    expect(names((await ask('burg')).body)).toHaveLength(2)
    expect((await ask('Fish')).body).toEqual([])
  })

  it('offers five at most, of this restaurant and category, that stand in lists, one’s own marked', async () => {
    const here = await app.restaurant()
    const restaurant = here.id
    const member = await app.member()
    for (let count = 1; count <= 6; count++)
      await dish(`Ramen ${count}`, { restaurant, upvotes: count, category: 1 })
    await dish('Ramen own', { restaurant, upvotes: 9, category: 1, by: member.id })
    await dish('Ramen burger', { restaurant, upvotes: 10 })
    const left = await dish('Ramen left', { restaurant, upvotes: 20, category: 1 })
    await app.database.deleteFrom('yolos').where('id', '=', left.yoloId).execute()
    const { body } = await ask('ramen', { restaurantId: String(restaurant), category: '1' }, member)
    expect(names(body)).toEqual(['Ramen own', 'Ramen 6', 'Ramen 5', 'Ramen 4', 'Ramen 3'])
    expect(body.map(({ used }: { used: boolean }) => used)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    const { body: byPlace } = await app.get(
      `/api/items/similar?${new URLSearchParams({ placeId: here.placeId, category: '1', itemName: 'ramen own' })}`,
    )
    expect(byPlace).toMatchObject([{ itemName: 'Ramen own', used: false }])
  })

  it.each([
    ['itemName', { itemName: ' ' }],
    ['itemName', { itemName: 'x'.repeat(301) }],
    ['category', { category: '99' }],
    ['restaurantId', { restaurantId: '2000000000' }],
    ['restaurantId', { restaurantId: '0' }],
  ])('refuses a bad %s', async (field, more) => {
    const { status, body } = await ask('x', more)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})
