import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let member: Person
const here = { latitude: 30, longitude: -90 }

/** Returns the point this many miles north of another. */
const north = (miles: number, from = here) => ({ ...from, latitude: from.latitude + miles / 69.09 })

type Sent = { name: string; latitude?: number; longitude?: number; address?: string; city?: string }
const ask = (places: Sent[], more: object = {}, as = member) =>
  app.post('/api/saved-places/match', { places, ...more }, { as })

/** Returns how sure each place is, and the names of its candidates. */
async function found(...places: Sent[]): Promise<[string, ...string[]][]> {
  const { status, body } = await ask(places)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.matches.map(
    ({ sure, candidates }: { sure: string; candidates: { name: string }[] }) => [
      sure,
      ...candidates.map(({ name }) => name),
    ],
  )
}

beforeAll(async () => {
  app = await testApp()
  member = await app.member()
})

describe('POST /saved-places/match', () => {
  it('says how sure it is by name and distance', async () => {
    for (const [name, miles] of [
      ['Matt’s Bar & Grill', 0],
      ['Pho Tau Bay', 0.02],
      ['Café Zürich', 0.04],
      ['Blue Door Pub', 0.3],
      ['Limburger Hof', 3],
    ] as const)
      await app.restaurant({ name, ...north(miles) })
    const table: [string, number, string, ...string[]][] = [
      ['Matt’s Bar & Grill', 0.01, 'sure', 'Matt’s Bar & Grill'],
      ['MATTS BAR AND GRILL', 0.01, 'likely', 'Matt’s Bar & Grill'],
      ['Matts', 0.01, 'likely', 'Matt’s Bar & Grill'],
      ['Phở Tàu Bay', 0.02, 'sure', 'Pho Tau Bay'],
      ['PhoTau Bay', 0.02, 'sure', 'Pho Tau Bay'],
      ['Cafe Zurich', 0.05, 'sure', 'Café Zürich'],
      ['Zürich Coffee House', 0.05, 'likely', 'Café Zürich'],
      ['Blue Door Pub', 0, 'likely', 'Blue Door Pub'],
      ['Blue Dor Pub', 0.3, 'likely', 'Blue Door Pub'],
      ['Limburger Hof', 0, 'none'],
      ['City Museum', 0, 'none'],
      ['🍔', 0, 'none'],
    ]
    const places = table.map(([name, miles]) => ({ name, ...north(miles) }))
    expect(await found(...places)).toEqual(table.map(([, , ...wanted]) => wanted))
  })

  it('offers several where two could be meant, and lets the address decide', async () => {
    const at = { latitude: 31, longitude: -90 }
    for (const [name, miles, address] of [
      ['Twin Bagels', 0, '12 North Street'],
      ['Twin Bagels', 0.05, '40 South Street'],
    ] as const) {
      const { id } = await app.restaurant({ name, ...north(miles, at) })
      await app.database.updateTable('restaurants').set({ address }).where('id', '=', id).execute()
    }
    const place = { name: 'Twin Bagels', ...north(0.01, at) }
    expect(await found(place)).toEqual([['several', 'Twin Bagels', 'Twin Bagels']])
    const moved = { name: 'Twin Bagel', ...north(0.2, at), address: '40 South St, Town' }
    const { body } = await ask([moved])
    expect(body.matches[0]).toMatchObject({
      sure: 'sure',
      candidates: [{ address: '40 South Street' }, { address: '12 North Street' }],
    })
  })

  it('finds a place without a point in the city that is named beside it, or around', async () => {
    const minneapolis = { latitude: 44.97, longitude: -93.26 }
    await app.restaurant({ name: 'Nye’s Polonaise Room', ...minneapolis })
    const name = 'Nyes Polonaise Room'
    expect(
      await found(
        { name, city: 'Minneapolis' },
        { name, address: '112 E Hennepin Ave, Minneapolis, MN 55414, USA' },
        { name, city: 'Saint Louis, MO' },
        { name },
      ),
    ).toEqual([
      ['likely', 'Nye’s Polonaise Room'],
      ['likely', 'Nye’s Polonaise Room'],
      ['none'],
      ['none'],
    ])
    // Commas alone name no city: who has chosen none yet must be asked for one.
    const addresses = [
      'Via Roma, 12',
      'ул. Ленина, 5',
      '1 Main St, Nowhereville',
      '1 St, Minneapolis',
    ]
    const { body: told } = await ask([
      ...addresses.map((address) => ({ name, address })),
      { name: 'Nobody’s', ...here },
    ])
    expect(told.matches.map(({ unplaced }: { unplaced: boolean }) => unplaced)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    const { body } = await ask([{ name }], { around: north(5, minneapolis) })
    expect(body.matches[0]).toMatchObject({ sure: 'likely', candidates: [{ distanceMiles: null }] })
  })

  it('brings the best dishes, one’s own marked, what is served, and the ids to save with', async () => {
    const at = { latitude: 32, longitude: -90 }
    const place = await app.restaurant({ name: 'Menu House', ...at, cuisines: ['burger', 'pub'] })
    for (const [name, upvotes] of [
      ['Fries', 1],
      ['Jucy Lucy', 9],
      ['Soup', 2],
      ['Pie', 3],
      ['Cod', 0],
    ] as const)
      await app.item({
        restaurant: place.id,
        category: 3,
        by: (await app.member()).id,
        name,
        upvotes,
      })
    const mine = await app.item({
      restaurant: place.id,
      category: 3,
      by: member.id,
      name: 'Mine',
      upvotes: 20,
    })
    const { body } = await ask([{ name: 'Menu House', ...at }])
    const dish = (name: string, used = false) => ({
      id: expect.any(Number),
      name,
      categoryId: 3,
      used,
    })
    expect(body.matches).toEqual([
      {
        sure: 'sure',
        unplaced: false,
        candidates: [
          {
            placeId: place.placeId,
            name: 'Menu House',
            address: '1 Test Street',
            distanceMiles: 0,
            cuisines: ['burger', 'pub'],
            dishes: [
              { ...dish('Mine', true), id: mine.id },
              dish('Jucy Lucy'),
              dish('Pie'),
              dish('Soup'),
            ],
          },
        ],
      },
    ])
  })

  it('leaves out what is closed, deleted or unconfirmed', async () => {
    const at = { latitude: 33, longitude: -90 }
    const now = new Date()
    for (const [name, values] of [
      ['Closed Diner', { hidden_at: now }],
      ['Deleted Diner', { deleted_at: now }],
      ['Unconfirmed Diner', { hidden_at: now, unconfirmed: true }],
    ] as const) {
      const { id } = await app.restaurant({ name, ...at })
      await app.database.updateTable('restaurants').set(values).where('id', '=', id).execute()
    }
    const names = ['Closed Diner', 'Deleted Diner', 'Unconfirmed Diner']
    expect(await found(...names.map((name) => ({ name, ...at })))).toEqual([
      ['none'],
      ['none'],
      ['none'],
    ])
    expect(
      await found(...names.map((name) => ({ name, address: '1 Test Street, Jackson, MS' }))),
    ).toEqual([['none'], ['none'], ['none']])
  })

  it('takes fifty places at a time from members, and writes nothing', async () => {
    const fifty = Array.from({ length: 50 }, (_, n) => ({ name: `Nowhere ${n}`, ...north(n) }))
    const tables = () =>
      app.database
        .selectNoFrom((is) => [
          is
            .selectFrom('restaurants')
            .select((it) => it.fn.countAll().as('n'))
            .as('restaurants'),
          is
            .selectFrom('items')
            .select((it) => it.fn.countAll().as('n'))
            .as('items'),
          is
            .selectFrom('yolos')
            .select((it) => it.fn.countAll().as('n'))
            .as('yolos'),
        ])
        .executeTakeFirst()
    const before = await tables()
    expect((await ask(fifty)).body.matches).toHaveLength(50)
    expect(await tables()).toEqual(before)
    expect((await ask([...fifty, fifty[0]!])).status).toBe(400)
    expect((await ask([{ name: 'x'.repeat(301) }])).status).toBe(400)
    expect((await ask([{ name: 'Diner', latitude: 91, longitude: 0 }])).status).toBe(400)
    expect((await ask([])).body).toEqual({ matches: [] })
    expect((await app.post('/api/saved-places/match', { places: [] })).status).toBe(401)
  })
})

it('has a budget of its own (S10)', async () => {
  const limited = await testApp({ rateLimits: true })
  const eager = await limited.member()
  const statuses: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const some = Array.from({ length: 50 }, () =>
      limited.post('/api/saved-places/match', { places: [] }, { as: eager }),
    )
    statuses.push(...(await Promise.all(some)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(400)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
})
