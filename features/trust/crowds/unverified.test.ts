import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { recountQueue } from '#features/items/votes/recount.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { countRowsByStatement } from '#platform/testing/database/rows-by-statement.ts'
import {
  cameFrom,
  foundCluster,
  joined,
  minutesAfter,
  oldDishes,
  threadHeldDuring,
  voted,
} from '../trust.testing.ts'
import { storeCluster } from '../clusters.server.ts'
import { runWeighing } from '../weigh.server.ts'
import { releaseFromCrowds } from './releases.server.ts'

// Crowds of verified and unverified newcomers. Unverified accounts cost nothing, so verified newcomers are judged without
// them: they aren't held because of them, and can't hide among them.

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

type Coming = { from: number; every: number; verified?: boolean; first?: number; pause?: number }
/**
 * Creates accounts that join one by one, the first `from` minutes before now, another each `every` minutes. They vote for
 * a dish right after joining, or from the minute `first` on, one each `pause` minutes.
 */
async function come(
  size: number,
  { from, every, verified = true, first, pause = 0.2 }: Coming,
  item = target,
) {
  const moments = Array.from({ length: size }, (_, n) => minutesAfter(now, n * every - from))
  const members = await joined(app, moments, { verified })
  const at = (n: number) =>
    first === undefined ? minutesAfter(moments[n]!, 1) : minutesAfter(now, first + n * pause)
  await voted(
    app,
    members.map((by, n) => ({ by, item, at: at(n) })),
  )
  return members
}
/** Forty unverified accounts that joined in the course of a week and vote at once. */
const weekOfPuppets = () =>
  come(40, { from: 6.5 * day, every: 0.16 * day, verified: false, first: -8 })

async function weighed(at = 0, whole = false) {
  app.clock.set(minutesAfter(now, at))
  await recountQueue(app.services).run({})
  await runWeighing(app.services, whole)
}
const elsewhere = (members: number[], at: number) =>
  voted(
    app,
    members.map((by, n) => ({ by, item: near[n % near.length]!, at: minutesAfter(now, at) })),
  )
const verify = (members: number[], at: number) =>
  app.database
    .updateTable('users')
    .set({ email_verified_at: minutesAfter(now, at) })
    .where('id', 'in', members)
    .execute()
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
const queue = async () => (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items
const counts = async () =>
  (await queue())
    .map(({ count, hidden }: { count: number; hidden: boolean }) => ({ count, hidden }))
    .sort((a: { count: number }, b: { count: number }) => b.count - a.count)

it('unverified accounts of a week that vote at once get no verified newcomer held', async () => {
  const puppets = await weekOfPuppets()
  await weighed()
  expect(await held()).toEqual(puppets)
  await come(12, { from: 6.4 * day, every: 0.5 * day, first: 30, pause: 60 })
  await weighed(13 * hour)
  expect(await held()).toEqual(puppets)
  expect(await counts()).toEqual([{ count: 40, hidden: true }])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('nor do unverified accounts that come each day, however long', async () => {
  await come(12 * 45, { from: 12 * day, every: day / 45, verified: false })
  await weighed()
  await come(15, { from: 5 * day, every: 0.3 * day })
  const before = await held()
  await weighed(1, true)
  expect(await held()).toEqual(before)
  expect(before.length).toBeGreaterThan(200)
})

it('nor any who come in the same minutes: the few stand beside the case', async () => {
  const early = await come(30, { from: 13, every: 0.2, verified: false })
  const guests = await come(3, { from: 7, every: 0.2 })
  const late = await come(30, { from: 6, every: 0.2, verified: false })
  await weighed()
  expect(await held()).toEqual([...early, ...late])
  const [{ link, count }] = await queue()
  const { members } = (await app.get(`/api${link}`, { as: six })).body
  const beside = members.filter((one: { beside: boolean }) => one.beside)
  expect(count).toBe(60)
  expect(beside.map(({ userId }: { userId: number }) => userId).sort()).toEqual(guests)
})

it('nor do unverified reporters', async () => {
  const report = (members: number[], from: number) =>
    app.database
      .insertInto('item_reports')
      .values(
        members.map((user_id, n) => ({
          user_id,
          item_id: target,
          created_at: minutesAfter(now, from + n),
        })),
      )
      .execute()
  const moments = (size: number) =>
    Array.from({ length: size }, (_, n) => minutesAfter(now, n - 90))
  const liars = await joined(app, moments(16), { verified: false })
  await report(liars, -60)
  const honest = await joined(app, moments(6))
  await report(honest, -50)
  await weighed()
  const caught = await held()
  expect(caught.length).toBeGreaterThan(9)
  expect(liars).toEqual(expect.arrayContaining(caught))
})

it('a newcomer who was held before verifying is let go once they have', async () => {
  const puppets = await weekOfPuppets()
  const honest = await come(5, { from: 2 * day, every: 10, verified: false, first: -6 })
  await weighed()
  expect(await held()).toEqual([...puppets, ...honest])
  await weighed(6)
  await verify(honest.slice(0, 2), 10)
  await weighed(20)
  expect(await held()).toEqual([...puppets, ...honest.slice(2)])
  expect(await counts()).toEqual([{ count: 43, hidden: true }])
  // Once the puppets’ votes have lapsed, there is no such crowd any more.
  await verify(honest.slice(2, 4), 8 * day)
  await weighed(8 * day + 10, true)
  expect(await held()).toEqual([...puppets, ...honest.slice(4)])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('but not if so many verify that they are a crowd by themselves, whatever they do at the restaurant meanwhile', async () => {
  const puppets = await come(60, { from: 30, every: 0.1, verified: false })
  await weighed()
  expect(await held()).toEqual(puppets)
  await verify(puppets, 10)
  await app.database.deleteFrom('votes').where('user_id', 'in', puppets.slice(0, 50)).execute()
  await voted(
    app,
    puppets.slice(0, 40).map((by, n) => ({ by, item: target, at: minutesAfter(now, 15 + n * 60) })),
  )
  await weighed(3 * day, true)
  expect(await held()).toEqual(puppets)
})

it('who was held with a crowd is let go when they do something elsewhere, but not when most do', async () => {
  const crowd = await come(100, { from: 30, every: 0.2 })
  await weighed()
  expect(await held()).toEqual(crowd)
  const heldBy = (by_admin: number | null) =>
    app.database.updateTable('holds').set({ by_admin }).where('user_id', '=', crowd[1]!).execute()
  await heldBy(six.id)
  await elsewhere(crowd.slice(0, 2), 10)
  await weighed(20)
  expect(await held()).toEqual(crowd.slice(1))
  await heldBy(null)
  await weighed(30, true)
  expect(await held()).toEqual(crowd.slice(2))
  expect(await counts()).toEqual([{ count: 98, hidden: true }])
  await elsewhere(crowd.slice(2, 90), 40)
  await weighed(50)
  expect(await held()).toEqual(crowd.slice(2))
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('unverified accounts before and after hide no verified puppets among the guests of those days', async () => {
  const guests = await joined(
    app,
    Array.from({ length: 120 }, (_, n) => minutesAfter(now, -(200 + n) * day)),
  )
  await voted(
    app,
    guests.map((by, n) => ({ by, item: target, at: minutesAfter(now, -(n / 24) * day) })),
  )
  for (const from of [1, 2, 3, 4]) await come(40, { from: from * day, every: 0.2, verified: false })
  const puppets = await come(45, { from: 12, every: 0.2 })
  await weighed()
  expect(await held()).toEqual(expect.arrayContaining(puppets))
})

it('nor a verified crowd of a week', async () => {
  const puppets = await come(450, { from: 7 * day, every: (7 * day) / 450 })
  await come(45, { from: 12, every: 0.2, verified: false })
  await weighed()
  expect(await held()).toEqual(expect.arrayContaining(puppets))
})

it('unverified bursts hide no drip of verified accounts', { tags: 'long' }, async () => {
  await come(24, { from: 110 * day, every: 4 * day }, near[0])
  const neighbours = await come(24, { from: 100 * day, every: 3 * day }, near[1])
  await voted(
    app,
    neighbours.slice(0, 12).map((by) => ({ by, item: near[2]!, at: minutesAfter(now, -20 * day) })),
  )
  const drip = await come(130, { from: 52 * day, every: (36 * day) / 130 })
  for (let from = 51; from > 14; from -= 2)
    await come(40, { from: from * day, every: 0.2, verified: false })
  await weighed(0, true)
  expect((await held()).filter((id) => drip.includes(id)).length).toBeGreaterThan(120)
})

it('many restaurants are weighed with pauses, and a cluster that is as it was isn’t stored again', async () => {
  const places = [target, ...near, ...(await oldDishes(app, now, 23))]
  const moments = Array.from({ length: 300 }, (_, n) => minutesAfter(now, n / 6 - 6 * day))
  const members = await joined(app, moments, { verified: false })
  for (const [m, item] of places.entries())
    await voted(
      app,
      members.map((by, n) => ({ by, item, at: minutesAfter(now, n / 6 + 60 + m / 60 - 6 * day) })),
    )
  await weighed()
  expect(await held()).toEqual(members)
  await app.database
    .deleteFrom('votes')
    .where('user_id', '=', members[0]!)
    .where('item_id', '=', near[0]!)
    .execute()
  const updated = await countRowsByStatement(app.database, 'update', 'suspects')
  app.clock.set(minutesAfter(now, 5))
  expect(await threadHeldDuring(() => runWeighing(app.services))).toBeLessThan(60)
  expect((await updated()).all).toBeLessThan(5)
}, 60_000)

it('the case of those who were let go stands in the queue at once', async () => {
  const puppets = await come(60, { from: 13, every: 0.15, verified: false })
  await weighed()
  expect(await held()).toEqual(puppets)
  await verify(puppets.slice(0, 31), 10)
  await weighed(day, true)
  expect(await held()).toEqual(puppets.slice(31))
  expect(await counts()).toEqual([
    { count: 31, hidden: false },
    { count: 29, hidden: true },
  ])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('copies stay held whom a crowd lets go, and who isn’t one goes in the night', async () => {
  const copies = await come(15, { from: 20, every: 0.2, verified: false, first: -10 })
  await voted(
    app,
    copies.flatMap((by, n) =>
      (n < 14 ? near.slice(0, 4) : near.slice(0, 4).toReversed()).map((item, m) => ({
        by,
        item,
        at: minutesAfter(now, -6 + n * 0.2 + m * 0.02),
      })),
    ),
  )
  const puppets = await come(40, { from: 20, every: 0.2, verified: false, first: -9 })
  await weighed()
  expect(await held()).toEqual([...copies, ...puppets])
  await weighed(6)
  await verify(copies, 10)
  // A guest, so that the restaurant is weighed.
  await come(1, { from: -11, every: 1 })
  await weighed(20)
  // The first one, whom the others may have copied, is beside those who vote alike.
  expect(await held()).toEqual([...copies.slice(1), ...puppets])
  await weighed(hour, true)
  expect(await held()).toEqual([...copies.slice(1, 14), ...puppets])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('who had verified before isn’t passed on to those who vote alike, who would never let them go', async () => {
  const crowd = await come(100, { from: 30, every: 0.2 })
  await weighed()
  await storeCluster(app.database, foundCluster('alike 1', crowd.slice(0, 2), now), now)
  await elsewhere(crowd.slice(0, 2), 10)
  await weighed(20)
  expect(await held()).toEqual(crowd.slice(2))
})

it('letting go waits for a cluster that is being stored, and no two wait for each other', async () => {
  const puppets = await weekOfPuppets()
  await weighed()
  await verify(puppets.slice(0, 5), 10)
  const { restaurant_id: place } = await app.database
    .selectFrom('items')
    .select('restaurant_id')
    .where('id', '=', target)
    .executeTakeFirstOrThrow()
  let letGo: Promise<unknown> = Promise.resolve()
  await app.database.transaction().execute(async (tx) => {
    await sql`select from suspects for update`.execute(tx)
    await sql`update suspect_members set beside = beside`.execute(tx)
    letGo = releaseFromCrowds(app.database, [place], [], now)
    await expect.poll(waiting, { timeout: 30_000 }).toBe(true)
    await sql`select from users where id = any (${puppets}::integer[]) order by id for update`.execute(
      tx,
    )
  })
  await letGo
  expect(await held()).toEqual(puppets.slice(5))
})

/** Returns whether a statement waits for a lock. */
async function waiting() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.database,
  )
  return rows.length > 0
}

it('a few of one network are a case, however many of the other kind come, and those aren’t in it', async () => {
  for (const [item, verified, size] of [
    [target, true, 10],
    [near[0]!, false, 2],
  ] as const) {
    const few = await come(14, { from: day, every: 60, verified }, item)
    await cameFrom(app, few, () => 1, now)
    const others = await come(size, { from: 0.9 * day, every: 60, verified: !verified }, item)
    await cameFrom(app, others, (n) => 10 + n, now)
  }
  await weighed()
  expect(await counts()).toEqual([
    { count: 14, hidden: false },
    { count: 14, hidden: false },
  ])
})

it('nor is one that is decided, or one of whose members an admin let go', async () => {
  const puppets = await come(60, { from: 13, every: 0.15, verified: false })
  await weighed()
  const updated = await countRowsByStatement(app.database, 'update', 'suspects')
  let minute = 0
  const stored = async () => {
    const before = (await updated()).all ?? 0
    await elsewhere([puppets[minute]!], ++minute)
    app.clock.set(minutesAfter(now, minute))
    await runWeighing(app.services)
    return ((await updated()).all ?? 0) - before
  }
  const reason = 'Looked at.'
  await app.delete(`/api/admin/holds/${puppets[59]}`, { reason }, { as: six })
  expect(await stored()).toBe(0)
  const ids = (await queue()).map(({ id }: { id: string }) => id)
  await app.post('/api/admin/queue/decide', { ids, decision: 'remove', reason }, { as: six })
  expect(await queue()).toEqual([])
  expect(await stored()).toBe(0)
  expect(await held()).toEqual(puppets.slice(0, 59))
})
