import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { storeCluster } from '../clusters.server.ts'
import { foundCluster, minutesAfter } from '../trust.testing.ts'

// A decision on a cluster is about the accounts that the admin was shown.

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
  for (let n = 0; n < 12; n++) people.push(await app.member())
})

const tick = () => {
  app.clock.set(minutesAfter(now, ++minute))
  return app.services.clock.now()
}
const ids = (some: Person[]) => some.map(({ id }) => id)
const ten = () => people.slice(0, 10)
async function find(some: Person[], { isOver = false, beside = [] as Person[] } = {}) {
  const found = foundCluster(`votes ${restaurantId}`, ids(some), now, { isOver, restaurantId })
  await storeCluster(app.database, { ...found, beside: ids(beside) }, tick())
}
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
type Case = { id: string; version: string; count: number; link: string }
const queue = async (): Promise<Case[]> =>
  (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items
async function decide(decision: 'remove' | 'dismiss' | 'restore', { id, version }: Case) {
  tick()
  const body = { ids: [id], versions: [version], decision, reason: 'Looked at.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}
const changed = {
  done: false,
  state: 'open',
  message: 'This has changed since you loaded it. Please look again.',
}

it('‘Hold all’ holds those who were shown, also if others join and leave each minute', async () => {
  await find(people.slice(0, 11))
  const [shown] = await queue()
  // One has left, another has come.
  await app.database.deleteFrom('suspect_members').where('user_id', '=', people[10]!.id).execute()
  await find([...ten(), people[11]!])
  expect(await decide('remove', shown!)).toMatchObject({ done: true, state: 'removed' })
  expect(await held()).toEqual(ids(ten()))
  // Who came waits in the cluster, which stays.
  const [again] = await queue()
  expect(again).toMatchObject({ count: 11, link: shown!.link })
  expect(again!.id).not.toBe(shown!.id)
  expect(await decide('remove', again!)).toMatchObject({ done: true })
  expect(await held()).toEqual(ids([...ten(), people[11]!]))
  expect(await queue()).toEqual([])
  // Each is undone by itself.
  await decide('restore', again!)
  expect(await held()).toEqual(ids(ten()))
  expect(await queue()).toMatchObject([{ id: again!.id, count: 11 }])
  await decide('restore', shown!)
  expect(await held()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('‘Clear all’ clears those who were shown, and the others stay held and wait', async () => {
  await find(ten(), { isOver: true })
  const [shown] = await queue()
  await find(people, { isOver: true })
  expect(await held()).toEqual(ids(people))
  // What one who came answers isn’t decided, either.
  await app.post('/api/holds/answer', { text: 'I am myself.' }, { as: people[11]! })
  expect(await decide('dismiss', shown!)).toMatchObject({ done: true, state: 'dismissed' })
  expect(await held()).toEqual(ids(people.slice(10)))
  expect(await queue()).toMatchObject([{ count: 2, note: '1 of them answered' }])
  await decide('restore', shown!)
  expect(await held()).toEqual(ids(people))
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('nobody is held who was shown as beside the cluster, nor decided who has answered since', async () => {
  await find(ten(), { isOver: true, beside: [people[10]!] })
  const [shown] = await queue()
  await find(people.slice(0, 11), { isOver: false })
  expect(await decide('remove', shown!)).toMatchObject({ done: true })
  expect(await held()).toEqual(ids(ten()))
  const [again] = await queue()
  await app.post('/api/holds/answer', { text: 'I am myself.' }, { as: people[0]! })
  await find(people.slice(0, 11), { isOver: false })
  for (const decision of ['remove', 'dismiss'] as const)
    expect(await decide(decision, { ...shown!, id: again!.id })).toMatchObject(changed)
  expect(await decide('remove', { ...again!, version: 'made up' })).toMatchObject(changed)
})
