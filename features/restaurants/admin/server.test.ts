import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let chief: { id: number; token: string }
beforeAll(async () => {
  chief = await app.member({ id: 514 })
})
const get = (path: string, as = chief) => app.get(`/api${path}`, { as })

test('restaurants of a city are found by its label or its name alone, in any case', async () => {
  const place = await app.restaurant({ name: 'Aster' })
  const ann = await app.member()
  await app.item({ restaurant: place.id, category: 3, by: ann.id })
  const found = async (city: string) =>
    (await get(`/restaurantsByCity?city=${encodeURIComponent(city)}`)).body.restaurants.find(
      ({ id }: any) => id === place.id,
    )
  expect(await found('minneapolis, MN, us')).toEqual({
    id: place.id,
    name: 'Aster',
    address: '1 Test Street',
    cityLabel: 'Minneapolis, MN, US',
    itemCount: 1,
    yoloCount: 1,
    closed: false,
  })
  expect(await found('MINNEAPOLIS')).toBeDefined()
  for (const other of ['Minne', 'Minneapolis, MN', '%', 'Minneapoli_'])
    expect(await found(other)).toBeUndefined()
})

test('a city’s restaurants are filtered, sorted by a column and chosen by state', async () => {
  const [bay, ash] = [
    await app.restaurant({ name: 'Sorted bay' }),
    await app.restaurant({ name: 'Sorted Ash' }),
  ]
  const ann = await app.member()
  await app.item({ restaurant: bay.id, category: 4, by: ann.id })
  await app.database
    .updateTable('restaurants')
    .set({ hidden_at: new Date() })
    .where('id', '=', ash.id)
    .execute()
  const found = async (query: string) =>
    (await get(`/restaurantsByCity?city=Minneapolis&q=sorted&${query}`)).body.restaurants.map(
      ({ id }: any) => id,
    )
  expect(await found('')).toEqual([ash.id, bay.id])
  expect(await found('sort=name&order=desc')).toEqual([bay.id, ash.id])
  expect(await found('sort=itemCount&order=asc')).toEqual([ash.id, bay.id])
  expect(await found('closed=true')).toEqual([ash.id])
  expect(await found('closed=false')).toEqual([bay.id])
  const { body } = await get('/restaurantsByCity?city=Minneapolis&q=sorted&sort=name&pageSize=1')
  expect(body).toMatchObject({ restaurants: [{ id: ash.id }], cursor: 1, matching: 2 })
  expect((await get('/restaurantsByCity?city=Minneapolis&sort=name_key')).status).toBe(400)
})
