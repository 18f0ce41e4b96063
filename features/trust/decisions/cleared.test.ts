import { beforeAll, beforeEach, expect, it } from 'vitest'
import { variantsOf } from '#platform/testing/all-variants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, voted } from '../trust.testing.ts'
import { runWeighing } from '../weigh.server.ts'

const now = new Date('2026-05-05T20:00:00Z')
let app: TestApp
let six: Person
let target: number

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  app.clock.set(minutesAfter(now, -301))
  six = await app.member({ id: 6 })
  const { id: restaurant } = await app.restaurant()
  const [by] = await joined(app, [minutesAfter(now, -200_000)])
  const createdAt = minutesAfter(now, -100_000)
  target = (await app.item({ restaurant, category: 3, by: by!, createdAt })).id
})

/** Creates accounts, two a minute, that vote for the dish right after joining, and weighs them. Returns their ids. */
async function come(size: number, minute: number) {
  const members = await arrive(size, minute)
  app.clock.set(minutesAfter(now, minute + size / 2 + 1))
  await runWeighing(app.services)
  return members
}
async function arrive(size: number, minute: number, verified = true) {
  const moments = Array.from({ length: size }, (_, n) => minutesAfter(now, minute + n / 2))
  const members = await joined(app, moments, { verified })
  await voted(
    app,
    members.map((by, n) => ({ by, item: target, at: minutesAfter(moments[n]!, 1) })),
  )
  return members
}
type Member = { userId: number; decidedBefore: boolean }
const idsOf = (members: Member[]) => members.map(({ userId }) => userId).sort((a, b) => a - b)
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
const shownOn = async (link: string) => (await app.get(`/api${link}`, { as: six })).body
const queue = async () => (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items
async function decide(decision: 'remove' | 'dismiss' | 'restore', id: string) {
  const body = { ids: [id], decision, reason: 'Looked at.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}

it('in a cluster that an admin has cleared the rule holds nobody new; once it has doubled it waits again, without those who were cleared', async () => {
  const first = await come(100, -300)
  expect(await held()).toEqual(first)
  await decide('dismiss', (await queue())[0].id)
  expect(await held()).toEqual([])
  const guests = await come(30, -200)
  await runWeighing(app.services, true)
  expect([await held(), await queue()]).toEqual([[], []])
  const more = await come(80, -150)
  expect(await held()).toEqual([])
  // The next decision is about those who came since: who was cleared is listed apart, and 'Hold all' leaves them alone.
  const [{ id, count, hidden, link }] = await queue()
  expect({ count, hidden }).toEqual({ count: 110, hidden: false })
  const page = await shownOn(link)
  expect(page).toMatchObject({ count: 110, held: 0, decidedBefore: 100 })
  const listed = Map.groupBy(page.members as Member[], ({ decidedBefore }) => decidedBefore)
  expect(idsOf(listed.get(true)!)).toEqual(first)
  expect(idsOf(listed.get(false)!)).toEqual([...guests, ...more].slice(-100))
  expect(page.dishes).toMatchObject([{ id: target, votes: 110 }])
  await runWeighing(app.services, true)
  expect(await held()).toEqual([])
  // Held by an admin now, the cluster is the rule's again.
  await decide('remove', id)
  expect(await held()).toEqual([...guests, ...more])
  expect(await shownOn(link)).toMatchObject({ count: 110, held: 110, decidedBefore: 100 })
  const last = await come(20, -108)
  expect(await held()).toEqual([...guests, ...more, ...last])
  // They came right after the others. An hour later twenty are a crowd of their own, as a class is.
  await come(20, -30)
  expect(await held()).toEqual([...guests, ...more, ...last])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a clearing is undone while the cluster waits again, and the next decision is about all of them', async () => {
  const first = await come(100, -300)
  const [{ id: cleared }] = await queue()
  await decide('dismiss', cleared)
  const more = await come(110, -150)
  expect(await decide('restore', cleared)).toMatchObject({ done: true, state: 'open' })
  expect(await held()).toEqual(first)
  const [{ id, count }] = await queue()
  expect(count).toBe(210)
  await decide('remove', id)
  expect(await held()).toEqual([...first, ...more])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('one that was cleared as a case for the desk is held once it passes the line of the rule', async () => {
  await come(45, -300)
  expect(await held()).toEqual([])
  const [{ id }] = await queue()
  await decide('dismiss', id)
  const burst = await come(150, -277)
  expect(await held()).toEqual(burst)
  expect(await queue()).toHaveLength(1)
  const last = await come(20, -200)
  expect(await held()).toEqual([...burst, ...last])
})

it('one that was cleared is let be when its score comes back over the line', async () => {
  await come(100, -300)
  await decide('dismiss', (await queue())[0].id)
  const regulars = await joined(
    app,
    Array.from({ length: 90 }, (_, n) => minutesAfter(now, -200_000 + n)),
  )
  await voted(
    app,
    regulars.map((by) => ({ by, item: target, at: minutesAfter(now, -270) })),
  )
  await runWeighing(app.services, true)
  const score = async () => {
    const suspects = app.database.selectFrom('suspects').select('score')
    return (await suspects.executeTakeFirstOrThrow()).score
  }
  expect(await score()).toBeLessThan(0.9)
  await come(90, -150)
  expect(await score()).toBeGreaterThan(0.9)
  expect([await held(), await queue()]).toEqual([[], []])
})

it('undoing a later decision leaves what an earlier one did', async () => {
  await come(100, -300)
  let undo = ''
  const later = async (decision: 'remove' | 'dismiss' | 'restore') => {
    app.clock.set(minutesAfter(app.services.clock.now(), 1))
    if (decision !== 'restore') undo = (await queue())[0].id
    expect(await decide(decision, undo)).toMatchObject({ done: true })
  }
  await later('dismiss')
  const more = await come(110, -150)
  expect(await held()).toEqual([])
  // Nobody was held before the second decision.
  await later('dismiss')
  await later('restore')
  expect(await held()).toEqual([])
  await later('remove')
  expect(await held()).toEqual(more)
  await later('restore')
  expect(await held()).toEqual([])
  await later('remove')
  // Held by an admin now, it is opened and decided once more.
  const last = await come(20, -60)
  await app.database.updateTable('suspects').set({ closed_at: null }).execute()
  await later('remove')
  await later('restore')
  expect(await held()).toEqual([...more, ...last])
  await later('dismiss')
  expect(await held()).toEqual([])
  await later('restore')
  expect(await held()).toEqual([...more, ...last])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it.each(
  variantsOf([
    [-199, -198],
    [-190, -185],
  ] as const),
)(
  'who was held unverified beside it is let go once they have verified: %i, %i',
  async (first, then) => {
    await come(200, -300)
    await decide('dismiss', (await queue())[0].id)
    const puppets = await arrive(40, first, false)
    const honest = await arrive(5, then, false)
    app.clock.set(minutesAfter(now, -165))
    await runWeighing(app.services)
    expect(await held()).toEqual([...puppets, ...honest])
    app.clock.set(minutesAfter(now, -150))
    await app.database
      .updateTable('users')
      .set({ email_verified_at: app.services.clock.now() })
      .where('id', 'in', honest)
      .execute()
    await runWeighing(app.services)
    expect(await held()).toEqual(puppets)
    await runWeighing(app.services, true)
    expect(await held()).toEqual(puppets)
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)
