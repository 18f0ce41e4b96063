import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

const burgers = 3
const center = { latitude: 44.98, longitude: -93.27 }
let app: TestApp

const ask = (path: string, query: Record<string, string | number>) =>
  app.get(
    `/api/listings/${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
  )
const namesNear = async (query: Record<string, string | number>) =>
  (await ask('likely', { category: burgers, ...query })).body.map(
    ({ name }: { name: string }) => name,
  )
/** Returns the point this many miles north of another. */
const north = (miles: number, from = center) => ({
  ...from,
  latitude: from.latitude + (miles / 3958.7613) * (180 / Math.PI),
})

beforeAll(async () => {
  app = await testApp()
})

describe('GET /listings/likely', () => {
  it('lists what cuisine or name suggest, the nearest first, with their miles', async () => {
    const at = { latitude: 30, longitude: -90 }
    await app.restaurant({ ...north(2, at), name: 'Lucy & Gus', cuisines: ['american', 'burger'] })
    await app.restaurant({ ...north(1, at), name: 'Half Acre Burgers' })
    await app.restaurant({ ...north(1.5, at), name: 'The Burgermeister' })
    await app.restaurant({ ...north(0.5, at), name: 'Pho Tau Bay', cuisines: ['vietnamese'] })
    const { status, body } = await ask('likely', { category: burgers, ...at })
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        name: 'Half Acre Burgers',
        address: '1 Test Street',
        distanceMiles: 1,
        cuisines: [],
      },
      {
        id: expect.any(Number),
        name: 'Lucy & Gus',
        address: '1 Test Street',
        distanceMiles: 2,
        cuisines: ['american', 'burger'],
      },
    ])
    expect(await namesNear({ ...at, distanceMiles: 1, category: 4 })).toEqual(['Pho Tau Bay'])
  })

  it('knows an English name, and a word of the name only as a whole', async () => {
    const at = { latitude: 31, longitude: -90 }
    const { id } = await app.restaurant({ ...at, name: 'バーガー屋' })
    await app.restaurant({ ...at, name: 'Limburger Hof' })
    expect(await namesNear(at)).toEqual([])
    await app.database
      .updateTable('restaurants')
      .set({ name_en: 'Tokyo Burger' })
      .where('id', '=', id)
      .execute()
    expect(await namesNear(at)).toEqual(['バーガー屋'])
  })

  it('keeps to the distance, and to twelve', async () => {
    const at = { latitude: 32, longitude: -90 }
    for (let n = 1; n <= 14; n += 1)
      await app.restaurant({ ...north(n, at), name: `Burger ${n}`, cuisines: ['burger'] })
    expect(await namesNear({ ...at, distanceMiles: 5 })).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Burger ${n}`),
    )
    expect(await namesNear(at)).toEqual(Array.from({ length: 12 }, (_, n) => `Burger ${n + 1}`))
  })

  it('leaves out those with a listed dish of the category, and none with a dish of another', async () => {
    const at = { latitude: 33, longitude: -90 }
    const ranked = await app.restaurant({ ...at, name: 'Ranked Burger' })
    const other = await app.restaurant({ ...at, name: 'Other Burger' })
    const unlisted = await app.restaurant({ ...at, name: 'Unlisted Burger' })
    const { id: by } = await app.member()
    const item = (restaurant: number, category: number) => app.item({ restaurant, category, by })
    await item(ranked.id, burgers)
    await item(other.id, 2)
    const { id } = await item(unlisted.id, burgers)
    await app.database
      .updateTable('items')
      .set({ hidden_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect(await namesNear(at)).toEqual(['Other Burger', 'Unlisted Burger'])
  })

  it('leaves out what is closed, deleted, merged or unconfirmed', async () => {
    const at = { latitude: 34, longitude: -90 }
    const made = []
    for (const name of ['Closed', 'Deleted', 'Merged', 'Unconfirmed', 'Open'])
      made.push((await app.restaurant({ ...at, name: `${name} Burger` })).id)
    const [closed, deleted, merged, unconfirmed, open] = made as [
      number,
      number,
      number,
      number,
      number,
    ]
    const set = (id: number, values: object) =>
      app.database.updateTable('restaurants').set(values).where('id', '=', id).execute()
    const now = new Date()
    await set(closed, { hidden_at: now })
    await set(deleted, { deleted_at: now })
    await set(merged, { deleted_at: now, merged_into: open })
    await set(unconfirmed, { hidden_at: now, unconfirmed: true })
    expect(await namesNear(at)).toEqual(['Open Burger'])
  })

  it('refuses what is no category, no point or no distance', async () => {
    for (const [query, field] of [
      [{ category: 15, ...center }, 'category'],
      [{ category: '2,3', ...center }, 'category'],
      [center, 'category'],
      [{ category: 3, latitude: 44.98 }, 'longitude'],
      [{ category: 3, latitude: 91, longitude: 0 }, 'latitude'],
      [{ category: 3, ...center, distanceMiles: 7 }, 'distanceMiles'],
    ] as const) {
      const { status, body } = await ask('likely', query)
      expect([status, Object.keys(body.fields)], JSON.stringify(query)).toEqual([400, [field]])
    }
  })
})
