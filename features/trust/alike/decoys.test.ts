import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { recountQueue } from '#features/items/votes/recount.server.ts'
import { variantsOf } from '#platform/testing/all-variants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, threadHeldDuring, voted } from '../trust.testing.ts'
import { runWeighing } from '../weigh.server.ts'
import { exactCopies } from './copies.ts'

// Unverified accounts that hide verified ones that vote alike. They cost nothing, so they must not.

const now = new Date('2026-05-05T20:00:00Z')
const day = 24 * 60
let app: TestApp
let six: Person
/** Dishes of forty restaurants in a large town, forty of each. */
let dishes: number[]
let five: number[]

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  six = await app.member({ id: 6 })
  app.clock.set(now)
  const moments = Array.from({ length: 1_500 }, (_, n) => minutesAfter(now, -(700 - n / 10) * day))
  const town = await joined(app, moments)
  const restaurants: number[] = []
  for (let n = 0; n < 40; n++) restaurants.push((await app.restaurant()).id)
  const { rows } = await sql<{ id: number }>`
    insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
    select r.id, 3, 'Dish ' || r.id || ' ' || n, 'dish ' || r.id || ' ' || n, latitude, longitude, cell5
      from restaurants r cross join generate_series(1, 40) n
     where r.id = any (${restaurants}::integer[]) order by n, r.id returning id`.execute(
    app.database,
  )
  dishes = rows.map(({ id }) => id)
  five = dishes.slice(0, 5)
  await voted(
    app,
    town.map((by, n) => ({ by, item: dishes[5 + (n % 3)]!, at: minutesAfter(now, -100 * day) })),
  )
})

/** Returns numbers from 0 to 1 that look random, always the same ones (Park and Miller, 1988). */
function numbers() {
  let last = 7
  return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647
}
const random = numbers()
const shuffled = (items: number[]) =>
  items
    .map((item) => ({ item, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)
const times = (size: number, from: number, every: number) =>
  Array.from({ length: size }, (_, n) => minutesAfter(now, from + n * every))
async function weighed() {
  await recountQueue(app.services).run({})
  await runWeighing(app.services, true)
}
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
const queue = async () => (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items

/** Returns the dishes that change none of the hashes of accounts that vote for the five. */
async function withoutEffect(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from items i where i.id = any (${dishes}::integer[])
       and not exists (select from generate_series(0, 17) seed
                        where hashint8extended(i.id, seed) <= (select min(hashint8extended(f, seed)) from unnest(${five}::integer[]) f))`.execute(
    app.database,
  )
  return rows.map(({ id }) => id)
}

/** Accounts that voted for the five dishes, each in another order. */
async function alike(size: number, { verified = true } = {}): Promise<number[]> {
  const puppets = await joined(app, times(size, -5 * day, 10), { verified })
  await voted(
    app,
    puppets.flatMap((by, n) =>
      shuffled(five).map((item, m) => ({ by, item, at: minutesAfter(now, n / 4 + m / 30 - 60) })),
    ),
  )
  return puppets
}

/** Unverified accounts, whose votes have lapsed, with the same hashes as those who voted for the five alone. */
async function sameHashes(): Promise<void> {
  const others = await withoutEffect()
  expect(others.length).toBeGreaterThan(20)
  const decoys = await joined(app, times(310, -20 * day, 1), { verified: false })
  for (const by of decoys)
    await voted(
      app,
      [...five, ...shuffled(others).slice(0, 20)].map((item, m) => ({
        by,
        item,
        at: minutesAfter(now, m - 19 * day),
      })),
    )
}

it('with the same hashes they take no place from verified ones', { tags: 'long' }, async () => {
  await alike(40)
  await sameHashes()
  await weighed()
  const cases: { name: string; count: number }[] = await queue()
  const found = cases.filter(({ name }) => name === 'Members who vote alike')
  expect(found).toMatchObject([{ count: 39 }])
})

it(
  'nor from unverified ones whose votes count, if their own have lapsed',
  { tags: 'long' },
  async () => {
    const puppets = await alike(14, { verified: false })
    await sameHashes()
    await weighed()
    expect((await held()).filter((id) => puppets.includes(id))).toHaveLength(13)
  },
)

/** Fifteen verified accounts that voted for the five dishes, one after the other. */
async function copied(): Promise<number[]> {
  const copies = await joined(app, times(15, -60, 1))
  await voted(
    app,
    copies.flatMap((by, n) =>
      five.map((item, m) => ({ by, item, at: minutesAfter(now, n + m / 10 - 59) })),
    ),
  )
  return copies
}

/** Dishes of a chain that leads from the five to others: each link has a dish less and another one more. */
const link = (n: number) => [...five, ...dishes.slice(10)].slice(Math.max(0, n - 5), n + 6)

/** Unverified accounts that vote for the links of a chain. */
async function chained(links: number): Promise<void> {
  const decoys = await joined(app, times(links * 4, -3 * day, 1), { verified: false })
  await voted(
    app,
    decoys.flatMap((by, n) =>
      link(Math.floor(n / 4)).map((item, m) => ({
        by,
        item,
        at: minutesAfter(now, n + m / 10 - 2 * day),
      })),
    ),
  )
}

it.each(
  variantsOf([
    { of: 'a group', disabled: false },
    { of: 'one that has disabled its accounts since', disabled: true },
  ]),
)('nor do a chain of half-copies that ends in other dishes make $of look less alike', async (a) => {
  const copies = await copied()
  if (a.disabled)
    await app.database
      .updateTable('users')
      .set({ disabled_at: now })
      .where('id', 'in', copies)
      .execute()
  await chained(60)
  await weighed()
  expect((await held()).filter((id) => copies.includes(id))).toEqual(copies.slice(1))
})

it.each(
  variantsOf([
    { many: 8, links: 63 },
    { many: 20, links: 123 },
  ]),
)('nor if it leads past $many verified ones with dishes of their own', async ({ many, links }) => {
  const copies = await copied()
  // They joined in the years before, and no two of them vote alike.
  const honest = await joined(app, times(many, -600 * day, 9 * day))
  await voted(
    app,
    honest.flatMap((by, n) =>
      link(22 + 5 * n).map((item, m) => ({
        by,
        item,
        at: minutesAfter(now, (3 * n + 7 * m - 400) * day),
      })),
    ),
  )
  await chained(links)
  await weighed()
  // Those who are held no longer count.
  await weighed()
  const verified = [...copies, ...honest]
  expect((await held()).filter((id) => verified.includes(id))).toEqual(copies.slice(1))
  const { rows } = await sql<{ id: number }>`
    select user_id as id from suspect_members where user_id = any (${honest}::integer[])`.execute(
    app.database,
  )
  expect(rows).toEqual([])
})

it('S30 comparing what thousands of copies did holds nobody up', { tags: 'long' }, async () => {
  const burst = Array.from({ length: 2_000 }, (_, id) => ({
    id,
    verified: false,
    did: Array.from({ length: 350 }, (_, n) => n * 7),
    didAt: Array.from({ length: 350 }, (_, n) => id * 600 + n),
    withdrawn: [],
  }))
  let copies = new Set<number>()
  const longest = await threadHeldDuring(async () => (copies = await exactCopies(burst)))
  expect(copies.size).toBe(2_000)
  expect(longest).toBeLessThan(60)
})
