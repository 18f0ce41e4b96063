import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { milesBetween } from '#domain/position/miles.ts'

const burgers = 3
const minneapolis = { latitude: 44.977753, longitude: -93.265015 }
let app: TestApp

const ask = async (query: Record<string, string | number>, as?: { token: string }) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  )
  return app.get(`/api/yolos?${search}`, { as })
}
/** Returns the point this many miles north of another. */
const north = (from: typeof minneapolis, miles: number) => ({
  ...from,
  latitude: from.latitude + (miles / 3958.7613) * (180 / Math.PI),
})
const names = (cards: Array<{ itemName: string }>) => cards.map(({ itemName }) => itemName)

/** Creates an item saved by a new member each time, so that no quota is reached. */
async function burger(
  at: typeof minneapolis,
  selected: {
    name?: string
    upvotes?: number
    category?: number
    tags?: number[]
    createdAt?: Date
  } = {},
) {
  const { id: restaurant } = await app.restaurant(at)
  const { id: by } = await app.member()
  return app.item({ restaurant, category: burgers, by, ...selected })
}

beforeAll(async () => {
  app = await testApp()
})

describe('GET /yolos', () => {
  it('lists what is near, best first, with the restaurant and the miles; the rest in `top`', async () => {
    const category = 12
    await burger(north(minneapolis, 2), { category, name: 'Second', upvotes: 5 })
    await burger(north(minneapolis, 1), { category, name: 'First', upvotes: 9 })
    await burger(north(minneapolis, 300), { category, name: 'Far best', upvotes: 50 })
    const { status, body } = await ask({ category, ...minneapolis })
    expect(status).toBe(200)
    expect(names(body.nearBy)).toEqual(['First', 'Second'])
    expect(body.nearBy[0]).toMatchObject({
      distanceMiles: 1,
      upvoteCount: 9,
      upvoted: false,
      yoloCount: 1,
    })
    expect(names(body.top)).toEqual(['Far best'])
  })

  it('orders by upvotes, then yolos, then newest yolo, then id', async () => {
    const category = 11
    const at = { latitude: 10, longitude: 10 }
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    await burger(at, { category, name: 'old', upvotes: 1, createdAt: day(1) })
    await burger(at, { category, name: 'same a', upvotes: 1, createdAt: day(2) })
    await burger(at, { category, name: 'same b', upvotes: 1, createdAt: day(2) })
    const twice = await burger(at, { category, name: 'two yolos', upvotes: 1, createdAt: day(1) })
    await app.database
      .insertInto('yolos')
      .values({
        user_id: (await app.member()).id,
        item_id: twice.id,
        category_id: category,
        slot: 1,
        created_at: day(1),
      })
      .execute()
    await burger(at, { category, name: 'most', upvotes: 2, createdAt: day(1) })
    const { body } = await ask({ category, ...at })
    expect(names(body.nearBy)).toEqual(['most', 'two yolos', 'same a', 'same b', 'old'])
  })

  it('counts the edge of the circle in, and nothing beyond it', async () => {
    const category = 10
    const from = { latitude: 37.1, longitude: -122.3 }
    for (const miles of [
      0.999999, 1.000001, 4.999999, 5.000001, 9.999999, 10.000001, 19.999999, 20.000001,
    ])
      await burger(north(from, miles), { category, name: String(miles) })
    for (const distance of [1, 5, 10, 20]) {
      const { body } = await ask({ category, ...from, distanceMiles: distance })
      expect(
        names(body.nearBy)
          .map(Number)
          .sort((a, b) => a - b),
      ).toEqual(
        [0.999999, 1.000001, 4.999999, 5.000001, 9.999999, 10.000001, 19.999999, 20.000001].filter(
          (miles) => miles <= distance,
        ),
      )
      expect(body.nearBy.length + body.top.length).toBe(8)
    }
  })

  it('finds exactly what a look at every item would, anywhere on Earth', async () => {
    const category = 9
    const { id: by } = await app.member({ id: 20 })
    const centers = [
      { latitude: 0, longitude: 179.95 },
      { latitude: 64.1, longitude: -21.9 },
      { latitude: -33.9, longitude: 18.4 },
      { latitude: 89.9, longitude: 12 },
      { latitude: 40.75, longitude: -73.98 },
    ]
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const all: Array<{ name: string; latitude: number; longitude: number; upvotes: number }> = []
    for (const center of centers)
      for (let n = 0; n < 30; n++) {
        const latitude = Math.max(-90, Math.min(90, center.latitude + (random() - 0.5) * 0.8))
        const longitude =
          ((center.longitude +
            ((random() - 0.5) * 0.8) / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)) +
            540) %
            360) -
          180
        const upvotes = Math.floor(random() * 1e6)
        const { id: restaurant } = await app.restaurant({ latitude, longitude })
        const { name } = await app.item({ restaurant, category, by, upvotes })
        all.push({ name, latitude, longitude, upvotes })
      }
    const rounded = (degrees: number) => Number(degrees.toFixed(5))
    // Two hundred questions: ten points around each center, at each distance.
    for (const center of centers)
      for (let n = 0; n < 10; n++)
        for (const distance of [1, 5, 10, 20]) {
          const point = {
            latitude: rounded(Math.min(90, center.latitude + (random() - 0.5) * 0.5)),
            longitude: rounded(Math.min(180, center.longitude + (random() - 0.5) * 0.5)),
          }
          const expected = all
            .filter((one) => milesBetween(point, one) <= distance)
            .sort((a, b) => b.upvotes - a.upvotes)
            .slice(0, 20)
          const { status, body } = await ask({ category, ...point, distanceMiles: distance })
          expect(status, JSON.stringify([point, body])).toBe(200)
          expect(names(body.nearBy)).toEqual(expected.map(({ name }) => name))
        }
  })

  it('goes on page by page without a gap or a repeat', async () => {
    const category = 8
    const near = await app.restaurant(minneapolis)
    const far = await app.restaurant({ latitude: 34, longitude: -118 })
    await app.database.transaction().execute(async (tx) => {
      for (const restaurant of [near, far])
        for (let n = 0; n < 120; n++) {
          const { id } = await tx
            .insertInto('items')
            .values({
              restaurant_id: restaurant.id,
              category_id: category,
              name: `${restaurant.id}-${n}`,
              name_key: `${n}`,
              adjustment: n % 7,
              ...(await tx
                .selectFrom('restaurants')
                .select(['latitude', 'longitude', 'cell5'])
                .where('id', '=', restaurant.id)
                .executeTakeFirstOrThrow()),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          const member = await tx
            .insertInto('users')
            .values({
              user_name: `p${id}`,
              user_name_key: `p${id}`,
              email_verified_at: new Date(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx
            .insertInto('yolos')
            .values({
              user_id: member.id,
              item_id: id,
              category_id: category,
              slot: 1,
              created_at: new Date(2026, 1, 1 + (n % 3)),
            })
            .execute()
        }
    })
    for (const list of ['nearBy', 'top'] as const) {
      const seen: number[] = []
      const counts: number[] = []
      let { body } = await ask({ category, ...minneapolis })
      for (;;) {
        seen.push(...body[list].map(({ id }: { id: number }) => id))
        counts.push(...body[list].map(({ upvoteCount }: { upvoteCount: number }) => upvoteCount))
        const cursor = body[`${list}Cursor`]
        if (!cursor) break
        ;({ body } = await ask({ category, ...minneapolis, list, cursor }))
        expect(body[list === 'top' ? 'nearBy' : 'top']).toEqual([])
      }
      expect(new Set(seen).size).toBe(120)
      expect(seen.length).toBe(120)
      expect(counts).toEqual([...counts].sort((a, b) => b - a))
    }
  })

  it('shows the top alone without a point', async () => {
    await burger(minneapolis, { name: 'Anywhere' })
    const { body } = await ask({ category: burgers })
    expect(body.nearBy).toEqual([])
    expect(names(body.top)).toContain('Anywhere')
    expect(body.top[0].distanceMiles).toBeNull()
  })

  it('leaves out items of hidden restaurants, hidden items and items without yolos', async () => {
    const at = { latitude: -10, longitude: -50 }
    const hidden = await burger(at, { name: 'hidden item' })
    const bare = await burger(at, { name: 'nobody keeps it' })
    await burger(at, { name: 'stays' })
    const closed = await app.restaurant(at)
    await app.item({
      restaurant: closed.id,
      category: burgers,
      by: (await app.member()).id,
      name: 'closed',
    })
    await app.database
      .updateTable('items')
      .set({ hidden_at: new Date() })
      .where('id', '=', hidden.id)
      .execute()
    await app.database.deleteFrom('yolos').where('item_id', '=', bare.id).execute()
    await app.database
      .updateTable('restaurants')
      .set({ hidden_at: new Date() })
      .where('id', '=', closed.id)
      .execute()
    const { body } = await ask({ category: burgers, ...at })
    expect(names(body.nearBy)).toEqual(['stays'])
  })

  it.each([
    ['category=99', 'category'],
    ['category=0', 'category'],
    ['category=abc', 'category'],
    ['', 'category'],
    ['category=3&category=4', 'category'],
    ['category=3&latitude=91&longitude=0', 'latitude'],
    ['category=3&latitude=1', 'longitude'],
    ['category=3&latitude=1&longitude=181', 'longitude'],
    ['category=3&latitude=NaN&longitude=1', 'latitude'],
    ['category=3&distanceMiles=7', 'distanceMiles'],
    ['category=3&tags=a', 'tags'],
    ['category=3&tags=1,,2', 'tags'],
    ['category=3&tags=0', 'tags'],
    ['category=3&tags=1,152', 'tags'],
    ['category=3&list=top', 'list'],
    ['category=3&list=best&cursor=x', 'list'],
    ['category=3e0', 'category'],
  ])('S29 refuses ?%s', async (query, field) => {
    const { status, body } = await app.get(`/api/yolos?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'bad_input', message: expect.any(String) })
    expect(Object.keys(body.fields)).toContain(field)
  })

  it('refuses a cursor that it did not make', async () => {
    for (const cursor of [
      'x',
      Buffer.from('[1,2,"\'; drop table items",4]').toString('base64url'),
      Buffer.from('[1e99,2,"2026-01-01 00:00:00+00",4]').toString('base64url'),
    ]) {
      const { status, body } = await ask({ category: 3, list: 'top', cursor })
      expect([status, body.error]).toEqual([400, 'bad_cursor'])
    }
  })

  it('ignores unknown keys and the old clients’ time', async () => {
    expect((await ask({ category: 3, v: 123, whatever: 'x' })).status).toBe(200)
  })
})

describe('lists that are remembered for a few seconds', () => {
  it('are those of the database, also where a cell has more dishes than are remembered', async () => {
    const category = 9
    const cached = await testApp({ sharing: app, settings: { listCacheSeconds: 60 } })
    const at = { latitude: 30, longitude: 30 }
    const restaurants = await Promise.all(
      Array.from({ length: 8 }, (_, n) => app.restaurant(north(at, n * 1.5 - 6))),
    )
    const members = (await Promise.all(restaurants.map(() => app.member()))).map(({ id }) => id)
    await sql`
      insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, adjustment)
      select r.id, ${category}, 'Dish ' || n, 'dish ' || n, r.latitude, r.longitude, r.cell5, n % 23
        from restaurants r, generate_series(1, 50) n
       where r.id = any (${restaurants.map(({ id }) => id)}::integer[])`.execute(app.database)
    await sql`
      insert into yolos (user_id, item_id, category_id)
      select (${members}::integer[])[1 + id % 8], id, category_id from items where category_id = ${category}`.execute(
      app.database,
    )
    for (let n = 0; n < 24; n += 1) {
      const point = north(at, n - 12)
      const path = `/api/yolos?category=${category}&latitude=${point.latitude}&longitude=${point.longitude}&distanceMiles=${[1, 5, 10, 20][n % 4]}`
      const [remembered, fresh] = await Promise.all([cached.get(path), app.get(path)])
      expect(remembered.body).toEqual(fresh.body)
    }
    await cached.close()
  })
})
