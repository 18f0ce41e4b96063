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
