import { beforeAll, beforeEach, expect, it } from 'vitest'
import { recountQueue } from '#features/items/votes/recount.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, oldDishes, voted } from '../trust.testing.ts'
import { runWeighing } from '../weigh.server.ts'

// Accounts that came one by one for one dish, beside honest newcomers. Unverified accounts cost nothing, so they must
// change neither what is usual near the dish nor who is taken for a part of the drip.

const now = new Date('2026-05-05T20:00:00Z')
const hour = 60
const day = 24 * hour
let app: TestApp
let six: Person
let target: number
let near: number[]

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  app.clock.set(now)
  six = await app.member({ id: 6 })
  ;[target, ...near] = (await oldDishes(app, now, 7)) as [number, ...number[]]
})

type Coming = { from: number; every: number; verified?: boolean; after?: number }
/**
 * Creates accounts that join one by one: the first `from` days ago, another each `every` days. Each votes for these
 * dishes, the first `after` minutes after joining, the others three days apart.
 */
async function come(
  size: number,
  { from, every, verified = true, after = 5 }: Coming,
  dishesOf: (n: number) => number[],
) {
  const moments = Array.from({ length: size }, (_, n) =>
    minutesAfter(now, (n * every - from) * day),
  )
  const members = await joined(app, moments, { verified })
  await voted(
    app,
    members.flatMap((by, n) =>
      dishesOf(n).map((item, m) => ({
        by,
        item,
        at: minutesAfter(moments[n]!, after + m * 3 * day),
      })),
    ),
  )
  return members
}

const neighbour = (n: number) => near[n % near.length]!
const forTarget = () => [target]

/** The city as it is without puppets: every third of the neighbours' newcomers comes back. */
async function neighbours() {
  await come(24, { from: 110, every: 4 }, (n) =>
    n % 3 === 0 ? [neighbour(n), neighbour(n + 1)] : [neighbour(n)],
  )
  await come(8, { from: 220, every: 1, after: 30 * day }, (n) => [neighbour(n), target])
}
/** A dish whose guests hardly do anything else. */
const guests = () =>
  come(36, { from: 110, every: 2.5 }, (n) => (n % 9 === 0 ? [target, neighbour(n)] : [target]))

const drip = (size: number, verified: boolean, from = 52) =>
  come(size, { from, every: 36 / size, verified, after: 7 * hour }, forTarget)

async function weighed() {
  await recountQueue(app.services).run({})
  await runWeighing(app.services, true)
}
const held = async () => {
  const rows = await app.database
    .selectFrom('users')
    .select('id')
    .where('held_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
const queue = async () =>
  (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items.map(
    ({ count, hidden }: { count: number; hidden: boolean }) => ({ count, hidden }),
  )

it('unverified accounts at a dish and its neighbours get none of its guests held, nor who comes next', async () => {
  await neighbours()
  await guests()
  await drip(60, false)
  // They look like newcomers who came back, so that a dish whose guests don't looks strange.
  await come(60, { from: 54, every: 0.6, verified: false }, (n) => [neighbour(n), neighbour(n + 1)])
  await weighed()
  expect(await held()).toEqual([])
  await come(4, { from: 0.1, every: 0.01, after: 1 }, forTarget)
  await weighed()
  expect([await held(), await queue()]).toEqual([[], []])
})

it('unverified accounts at the neighbours, who never come back, hide no drip', async () => {
  await neighbours()
  await come(110, { from: 54, every: 0.3, verified: false }, (n) => [neighbour(n)])
  const puppets = await drip(130, true)
  await weighed()
  expect(await held()).toEqual(puppets)
})

it('unverified accounts of this week are no guests beside whom a drip looks usual', async () => {
  await neighbours()
  const puppets = await drip(130, true)
  await come(110, { from: 6, every: 0.05, verified: false }, forTarget)
  await weighed()
  expect(await held()).toEqual(puppets)
})

it('unverified reporters at the neighbours keep no false reports from the rule', async () => {
  await neighbours()
  const report = (members: number[], itemOf: (n: number) => number, at: Date) =>
    app.database
      .insertInto('item_reports')
      .values(members.map((user_id, n) => ({ user_id, item_id: itemOf(n), created_at: at })))
      .execute()
  const long = Array.from({ length: 90 }, (_, n) => minutesAfter(now, (n * 0.3 - 54) * day))
  const decoys = await joined(app, long, { verified: false })
  await report(decoys, neighbour, minutesAfter(now, -20 * day))
  const moments = Array.from({ length: 16 }, (_, n) => minutesAfter(now, n - 60))
  const liars = await joined(app, moments)
  const old = await joined(
    app,
    Array.from({ length: 3 }, () => minutesAfter(now, -220 * day)),
  )
  await report([...old, ...liars], () => target, minutesAfter(now, -30))
  await weighed()
  expect(await held()).toEqual(liars.slice(4))
})

it('who joined before a drip of verified accounts began is no part of it', async () => {
  await neighbours()
  const honest = await guests()
  const puppets = await drip(130, true)
  await weighed()
  const caught = await held()
  expect(caught).toEqual(expect.arrayContaining(puppets))
  const before = honest.filter((_, n) => 110 - n * 2.5 > 53)
  expect(caught.filter((id) => before.includes(id))).toEqual([])
})

it('unverified accounts that come one by one wait for a person while their votes count', async () => {
  await neighbours()
  await come(200, { from: 50, every: 0.25, verified: false }, forTarget)
  await weighed()
  expect(await held()).toEqual([])
  expect(await queue()).toEqual([{ count: 27, hidden: false }])
})

it('once an admin has let them be, they wait again when twice as many have come, and not before', async () => {
  await neighbours()
  const every = 0.25
  await come(200, { from: 50, every, verified: false }, forTarget)
  await weighed()
  const [{ id }] = (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items
  const body = { ids: [id], decision: 'dismiss', reason: 'Looked at.' }
  await app.post('/api/admin/queue/decide', body, { as: six })
  for (const [days, cases] of [
    [4, 0],
    [8, 1],
  ] as const) {
    app.clock.set(minutesAfter(now, days * day))
    await come(16, { from: 4 - days, every, verified: false }, forTarget)
    await weighed()
    expect(await queue()).toHaveLength(cases)
  }
})

it(
  'unverified accounts of months before don’t make a crowd of puppets look usual',
  { tags: 'long' },
  async () => {
    await neighbours()
    await come(1_350, { from: 120, every: 1 / 15, verified: false }, forTarget)
    const puppets = await come(150, { from: 1, every: 0.8 / 150 }, forTarget)
    await weighed()
    expect(await held()).toEqual(puppets)
  },
)
