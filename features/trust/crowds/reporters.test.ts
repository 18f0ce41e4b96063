import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, oldDishes, voted } from '../trust.testing.ts'
import { runWeighing } from '../weigh.server.ts'

// Newcomers who report something at a restaurant and also vote for a dish there.

const now = new Date('2026-05-05T20:00:00Z')
let app: TestApp
let six: Person
let target: number
let other: number
let elsewhere: number
let restaurant: number

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  app.clock.set(now)
  six = await app.member({ id: 6 })
  ;[target, elsewhere] = (await oldDishes(app, now, 2)) as [number, number]
  restaurant = (
    await app.database
      .selectFrom('items')
      .select('restaurant_id')
      .where('id', '=', target)
      .executeTakeFirstOrThrow()
  ).restaurant_id
  const [by] = await joined(app, [minutesAfter(now, -300 * 24 * 60)])
  const createdAt = minutesAfter(now, -299 * 24 * 60)
  other = (await app.item({ restaurant, category: 4, by: by!, createdAt })).id
})

/** Creates verified newcomers, one a minute, who vote for a dish at the restaurant twenty minutes later. */
async function guests(size: number, from = -90) {
  const moments = Array.from({ length: size }, (_, n) => minutesAfter(now, from + n))
  const members = await joined(app, moments)
  await voted(
    app,
    members.map((by, n) => ({ by, item: target, at: minutesAfter(moments[n]!, 20) })),
  )
  return members
}
const at = (n: number) => minutesAfter(now, n - 60)
const reportClosed = (members: number[]) =>
  app.database
    .insertInto('restaurant_reports')
    .values(
      members.map((user_id, n) => ({ user_id, restaurant_id: restaurant, created_at: at(n) })),
    )
    .execute()
const reportDish = (members: number[], item_id: number) =>
  app.database
    .insertInto('item_reports')
    .values(members.map((user_id, n) => ({ user_id, item_id, created_at: at(n) })))
    .execute()
const hold = async (ids: string[]) => {
  const body = { ids, decision: 'remove', reason: 'Seen.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results
}
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
const queue = async () => (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items

it('a vote there hides nobody who reports that the restaurant is closed', async () => {
  const liars = await guests(12)
  await reportClosed(liars)
  await runWeighing(app.services)
  // The first four of those who report are let be: one fewer than hide anything.
  expect(await held()).toEqual(liars.slice(4))
})

it('who likes one dish and misses another waits for a person at most', async () => {
  const members = await guests(12)
  await reportDish(members, other)
  await runWeighing(app.services)
  expect(await held()).toEqual([])
  expect(await queue()).toMatchObject([{ hidden: false }])
})

it('nor is anybody held for votes because a few of the guests report a dish', async () => {
  const members = await guests(14)
  await reportDish(members.slice(0, 3), other)
  await runWeighing(app.services)
  expect([await held(), await queue()]).toEqual([[], []])
})

it('and puppets that also report are held as voters, all of them', async () => {
  const moments = Array.from({ length: 60 }, (_, n) => minutesAfter(now, n / 6 - 90))
  const puppets = await joined(app, moments)
  await voted(
    app,
    puppets.map((by, n) => ({ by, item: target, at: minutesAfter(now, n / 10 - 70) })),
  )
  await reportDish(puppets, other)
  await runWeighing(app.services)
  expect(await held()).toEqual(puppets)
})

it('eight who hide a dish are a case of their own beside ten whom the rule holds', async () => {
  const decoys = await joined(
    app,
    Array.from({ length: 10 }, (_, n) => at(n - 30)),
  )
  const more = await joined(
    app,
    Array.from({ length: 8 }, (_, n) => at(n)),
  )
  await voted(
    app,
    more.map((by, n) => ({ by, item: elsewhere, at: at(n + 1) })),
  )
  await reportDish([...decoys, ...more], other)
  await runWeighing(app.services)
  expect(await held()).toEqual(decoys.slice(4))
  const ids = (await queue()).map(({ id }: { id: string }) => id)
  expect(await hold(ids)).toMatchObject([{ done: true }, { done: true }])
  expect(await held()).toEqual([...decoys.slice(4), ...more])
})
