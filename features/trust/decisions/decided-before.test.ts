import { beforeAll, beforeEach, expect, it } from 'vitest'
import { releaseMembers } from '#domain/holds.ts'
import { transact } from '#platform/server/database/database.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { releaseVerifiedMembers } from '../alike/copies.server.ts'
import { closeStaleClusters, storeCluster } from '../clusters.server.ts'
import { foundCluster, minutesAfter, voted } from '../trust.testing.ts'

// What an admin has decided about a member outranks the rule, and a decision on a cluster that is about many.

const now = new Date('2026-05-05T20:00:00Z')
let app: TestApp
let six: Person
let people: Person[]
let restaurantId: number
let minute: number

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  app.clock.set(now)
  minute = 0
  six = await app.member({ id: 6 })
  restaurantId = (await app.restaurant()).id
  people = []
  for (let n = 0; n < 12; n++) people.push(await app.member({ verified: false }))
})

/** Lets a minute pass, since each decision has a time of its own. */
const tick = () => {
  app.clock.set(minutesAfter(now, ++minute))
  return app.services.clock.now()
}
const ids = (some: Person[]) => some.map(({ id }) => id)
async function find(key: string, some: Person[], { isOver = true } = {}) {
  const place = key.startsWith('votes') ? restaurantId : null
  const found = foundCluster(key, ids(some), now, { isOver, restaurantId: place })
  await storeCluster(app.database, found, tick())
}
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
const queue = async (query = '') =>
  (await app.get(`/api/admin/queue?kind=suspects${query}`, { as: six })).body.items
async function decide(decision: 'remove' | 'dismiss' | 'restore', name: string) {
  const all = [...(await queue()), ...(await queue('&state=decided'))]
  const { id } = all.find((one: { name: string }) => one.name.startsWith(name))
  await decideCase(decision, id)
}
async function decideCase(decision: 'remove' | 'dismiss' | 'restore', id: string) {
  tick()
  const body = { ids: [id], decision, reason: 'Looked at.' }
  const { body: answer } = await app.post('/api/admin/queue/decide', body, { as: six })
  expect(answer.results[0]).toMatchObject({ done: true })
}
const clusterId = async (key: string) => {
  const rows = app.database.selectFrom('suspects').select('id').where('key', '=', key)
  return (await rows.executeTakeFirstOrThrow()).id
}
const page = async (key: string) =>
  (await app.get(`/api/admin/suspects/${await clusterId(key)}`, { as: six })).body

it('‘Hold all’ leaves alone whom an admin has just released', async () => {
  await find('votes 1', people)
  const [released, ...others] = people as [Person, ...Person[]]
  expect(await held()).toEqual(ids(people))
  tick()
  await app.delete(`/api/admin/holds/${released.id}`, { reason: 'A guest.' }, { as: six })
  expect(await queue()).toMatchObject([{ count: 11 }])
  expect(await page('votes 1')).toMatchObject({ count: 11, held: 11, decidedBefore: 1 })
  await decide('remove', 'Votes for')
  await find('votes 1', people)
  expect(await held()).toEqual(ids(others))
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('who was cleared with one cluster isn’t held with another; undone, they are as before', async () => {
  await find('votes 1', people.slice(0, 5), { isOver: false })
  await decide('dismiss', 'Votes for')
  await find('alike 1', people, { isOver: false })
  expect(await page('alike 1')).toMatchObject({ count: 7, decidedBefore: 5 })
  await decide('remove', 'Members who')
  expect(await held()).toEqual(ids(people.slice(5)))
  await decide('restore', 'Members who')
  expect(await held()).toEqual([])
  // Undoing a decision lets nobody go: the next one is about all of them again.
  expect(await page('alike 1')).toMatchObject({ count: 7, held: 0 })
  await decide('remove', 'Members who')
  expect(await held()).toEqual(ids(people.slice(5)))
})

it('the rule lets nobody go whom an admin held with another cluster than it did', async () => {
  // None of them did what another did, so that the rule lets all go once they have verified.
  for (const { id: by } of people)
    await app.item({ restaurant: restaurantId, category: 3, by, createdAt: now })
  await find('alike 1', people)
  await find('votes 1', people)
  const { caseId } = await page('votes 1')
  await decideCase('remove', caseId)
  await app.database
    .updateTable('users')
    .set({ email_verified_at: tick() })
    .where('id', 'in', ids(people))
    .execute()
  await releaseVerifiedMembers(app.database, await clusterId('alike 1'), tick())
  expect(await held()).toEqual(ids(people))
  // Undone, the rule decides again.
  await decideCase('restore', caseId)
  await app.database.deleteFrom('suspects').where('key', '=', 'votes 1').execute()
  await releaseVerifiedMembers(app.database, await clusterId('alike 1'), tick())
  expect(await held()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('an admin’s own hold of whom the rule or a cluster holds is theirs, with their reason; clearing the cluster leaves it', async () => {
  const [one, ...others] = people as [Person, ...Person[]]
  await find('alike 1', people)
  tick()
  const hold = async (reason: string) =>
    (await app.post('/api/admin/holds', { userId: one.id, reason }, { as: six })).body
  expect(await hold('In a row.')).toMatchObject({ changed: true, reason: 'In a row.' })
  expect(await hold('Once more.')).toMatchObject({ changed: false, reason: 'In a row.' })
  const { hold: told } = (await app.get('/api/holds', { as: one })).body
  expect(told).toMatchObject({ reason: 'In a row.', byRule: false })
  const { rows } = await app.database
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'member.hold')
    .execute()
    .then((found) => ({ rows: found }))
  expect(rows).toMatchObject([
    { before: { reason: expect.stringMatching(/one of many/) }, after: { reason: 'In a row.' } },
  ])
  await app.database
    .updateTable('users')
    .set({ email_verified_at: tick() })
    .where('id', '=', one.id)
    .execute()
  await releaseVerifiedMembers(app.database, await clusterId('alike 1'), tick())
  expect(await held()).toEqual(ids(people))
  expect(await page('alike 1')).toMatchObject({ count: others.length, decidedBefore: 1 })
  await decide('dismiss', 'Members who')
  expect(await held()).toEqual([one.id])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('who was kept held after an answer stays held when the cluster is cleared, or its hold is undone', async () => {
  const [one] = people as [Person, ...Person[]]
  await find('votes 1', people)
  tick()
  await app.post('/api/holds/answer', { text: 'I ate there.' }, { as: one })
  const [{ caseId }] = (await page('votes 1')).answers
  tick()
  const body = { ids: [caseId], decision: 'remove', reason: 'Says nothing.' }
  await app.post('/api/admin/queue/decide', body, { as: six })
  expect(await page('votes 1')).toMatchObject({
    count: 11,
    decidedBefore: 1,
    answers: [{ caseId: null, held: true }],
  })
  await decide('dismiss', 'Votes for')
  expect(await held()).toEqual([one.id])

  const more = await Promise.all(Array.from({ length: 12 }, () => app.member()))
  await find('alike 2', more, { isOver: false })
  await decide('remove', 'Members who')
  tick()
  await app.post('/api/holds/answer', { text: 'We are twins.' }, { as: more[0]! })
  const [answer] = (await page('alike 2')).answers
  tick()
  await app.post('/api/admin/queue/decide', { ...body, ids: [answer.caseId] }, { as: six })
  await decide('restore', 'Members who')
  expect(await held()).toEqual([one.id, more[0]!.id])
})

it('one that went away undecided waits again when it comes back', async () => {
  await find('votes 1', people, { isOver: false })
  expect(await queue()).toHaveLength(1)
  await closeStaleClusters(app.database, [restaurantId], [], tick())
  expect(await queue()).toEqual([])
  await find('votes 1', people, { isOver: false })
  expect(await queue()).toMatchObject([{ count: 12 }])
  // Once it is decided, it waits for somebody new.
  await decide('dismiss', 'Votes for')
  await find('votes 1', people, { isOver: false })
  expect(await queue()).toEqual([])
})

it('a cluster over the line of the rule waits though an admin let all of it go before, and can be cleared', async () => {
  await find('alike 1', people)
  await decide('dismiss', 'Members who')
  const [one] = people as [Person, ...Person[]]
  const dish = await app.item({ restaurant: restaurantId, category: 3, by: one.id, createdAt: now })
  await voted(app, [{ by: people[1]!.id, item: dish.id, at: now }])
  await find('votes 1', people)
  expect(await held()).toEqual([])
  expect(await queue()).toMatchObject([
    { count: 12, hidden: false, note: 'An admin has let all of them go before.' },
  ])
  expect(await page('votes 1')).toMatchObject({
    count: 0,
    decidedBefore: 12,
    dishes: [{ id: dish.id }],
  })
  const [{ id }] = await queue()
  const hold = { ids: [id], decision: 'remove', reason: 'Many.' }
  const { body } = await app.post('/api/admin/queue/decide', hold, { as: six })
  expect(body.results).toMatchObject([{ done: false, state: 'open' }])
  await decide('dismiss', 'Votes for')
  expect(await queue()).toEqual([])
  await find('votes 1', people)
  expect(await queue()).toEqual([])
  await decide('restore', 'Votes for')
  expect(await queue()).toMatchObject([{ count: 12 }])
  expect(await held()).toEqual([])
  // Below the line it is no case: that is what the admin has decided.
  await find('alike 3', people, { isOver: false })
  expect(await queue()).toHaveLength(1)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('members are in a case of the queue with one cluster at a time: with that which holds them, or with all once they are let go', async () => {
  await find('alike 1', people)
  const names = async () => (await queue()).map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Members who vote alike'])
  await find('votes 1', people)
  await find('alike 2', people.slice(2), { isOver: false })
  expect(await names()).toEqual(['Members who vote alike'])
  expect(await page('alike 2')).toMatchObject({ count: 10, held: 10, heldElsewhere: 10 })
  // One who isn't held with another cluster is enough.
  const more = await app.member({ verified: false })
  await find('votes 1', [...people, more])
  expect(await queue()).toMatchObject([{ count: 13 }, { count: 12 }])
  expect(await page('votes 1')).toMatchObject({ count: 13, held: 13, heldElsewhere: 12 })
  // Held by a decision on one, they are decided. Undone, the rule holds them as before.
  await decide('remove', 'Members who')
  await find('alike 3', people)
  expect(await names()).toEqual([expect.stringMatching(/^Votes for/)])
  await decide('restore', 'Members who')
  // Two others held them with no cluster that can still be decided.
  await app.database.deleteFrom('suspects').where('key', '=', 'alike 1').execute()
  expect((await queue()).map(({ count }: { count: number }) => count)).toEqual([13, 12, 10])
})

it('who is let go by the rule waits with the other clusters in which they are', async () => {
  await find('votes 1', people)
  await find('alike 1', people, { isOver: false })
  expect(await queue()).toHaveLength(1)
  await transact(app.database, (tx) =>
    releaseMembers(tx, { members: ids(people), by: 'rule', now: tick() }),
  )
  expect((await queue()).map(({ hidden }: { hidden: boolean }) => hidden)).toEqual([false, false])
})

it('who verified and isn’t a copy stays held with another open cluster of the rule, which decides', async () => {
  for (const { id: by } of people)
    await app.item({ restaurant: restaurantId, category: 3, by, createdAt: now })
  await find('alike 1', people)
  await find('votes 1', people.slice(0, 4))
  // Of two clusters of those who vote alike neither passes its members on to the other, for ever to and fro.
  await find('alike 2', people)
  await app.database
    .updateTable('users')
    .set({ email_verified_at: tick() })
    .where('id', 'in', ids(people))
    .execute()
  await releaseVerifiedMembers(app.database, await clusterId('alike 1'), tick())
  expect(await held()).toEqual(ids(people.slice(0, 4)))
  expect(await page('votes 1')).toMatchObject({ count: 4, held: 4 })
  await decide('dismiss', 'Votes for')
  expect(await held()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})
