import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
let admin: { id: number; token: string }
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
})

const minneapolis = { latitude: 44.98, longitude: -93.27 }
const burgers = 3
const pizza = 2

async function restaurant(city: string, point: object = minneapolis) {
  const { id } = await app.restaurant(point)
  await app.database
    .updateTable('restaurants')
    .set({ city_slug: city, city_label: `${city} label` })
    .where('id', '=', id)
    .execute()
  return id
}
const shownEmpty = (city: string, times: number) =>
  app.database
    .insertInto('empty_lists')
    .values({
      day: new Date().toISOString().slice(0, 10),
      city_slug: city,
      city_label: `${city} label`,
      category_id: burgers,
      times,
      networks: `11${'0'.repeat(62)}`,
    })
    .execute()
const cities = async (query = '') => {
  const { status, body } = await app.get(`/api/admin/cities?${query}`, { as: admin })
  expect(status).toBe(200)
  return body
}
const ids = async (query: string) => (await cities(query)).items.map(({ id }: { id: string }) => id)

it('cities are listed with what they have and what was missing', async () => {
  const by = (await app.member()).id
  const [full, poor] = [await restaurant('aville'), await restaurant('aville')]
  await restaurant('btown')
  await app.item({ restaurant: full, category: burgers, by })
  await app.item({ restaurant: full, category: pizza, by })
  await app.item({ restaurant: poor, category: pizza, by })
  await shownEmpty('btown', 7)
  await shownEmpty('cburg', 2)
  const counts = { restaurants: 0, dishes: 0, categories: 0, emptyLists: 0 }
  expect((await cities()).items).toEqual([
    { id: 'aville', name: 'aville label', ...counts, restaurants: 2, dishes: 3, categories: 2 },
    { id: 'btown', name: 'btown label', ...counts, restaurants: 1, emptyLists: 7 },
    { id: 'cburg', name: 'cburg label', ...counts, emptyLists: 2 },
  ])
  expect(await ids('q=TOWN')).toEqual(['btown'])
  expect(await ids('sort=emptyLists&order=desc')).toEqual(['btown', 'cburg', 'aville'])
  expect(await ids('sort=name&order=desc')).toEqual(['cburg', 'btown', 'aville'])
  const first = await cities('sort=dishes&order=desc&pageSize=1')
  expect(first).toMatchObject({ items: [{ id: 'aville' }], cursor: 1, matching: 3 })
  const next = await cities('sort=dishes&order=desc&pageSize=1&cursor=1')
  expect(next).toMatchObject({ cursor: 2, matching: null })
})

it('a city has its fourteen categories, with what is within 20 miles', async () => {
  const slug = 'rapid-city-sd-us'
  const { body: city } = await app.get(`/api/cities/${slug}`)
  const at = { latitude: city.latitude, longitude: city.longitude }
  const [here, empty, far] = [
    await restaurant(slug, at),
    await restaurant(slug, { ...at, latitude: at.latitude + 0.1 }),
    await restaurant(slug, { ...at, latitude: at.latitude + 0.5 }),
  ]
  const [ann, bob, gone] = [await app.member(), await app.member(), await app.member()]
  await app.item({ restaurant: here, category: burgers, by: ann.id })
  await app.item({ restaurant: here, category: burgers, by: bob.id })
  await app.item({ restaurant: here, category: pizza, by: bob.id })
  await app.item({ restaurant: here, category: pizza, by: gone.id })
  await app.item({ restaurant: far, category: pizza, by: ann.id })
  await app.database
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', gone.id)
    .execute()
  await shownEmpty(slug, 9)
  const { status, body } = await app.get(`/api/admin/cities/${slug}`, { as: admin })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    city: { name: 'Rapid City, SD, US', slug },
    restaurants: 2,
    restaurantsWithDishes: 1,
    members: 2,
  })
  expect(body.categories).toHaveLength(14)
  const of = (id: number) => body.categories.find((category: { id: number }) => category.id === id)
  expect(of(burgers)).toMatchObject({ dishes: 2, restaurants: 1, members: 2, visitors: 2 })
  expect(of(pizza)).toMatchObject({ restaurants: 1, members: 1, visitors: 0 })
  expect(of(8)).toMatchObject({ dishes: 0, restaurants: 0, members: 0 })
  expect(body.places.map(({ dishes }: { dishes: number }) => dishes > 0)).toEqual([true, false])
  expect(empty).toBeGreaterThan(0)
  expect((await app.get('/api/admin/cities/nowhere', { as: admin })).status).toBe(404)
})
