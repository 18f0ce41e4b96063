import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { forgetWithdrawnVotes } from '#features/trust/acts.server.ts'
import { backupFolders, run } from '#features/operating/operating.testing.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { moveTrendingWindow } from './trending.server.ts'

const day = 24 * 60 * 60 * 1000
/** Noon of today by UTC. The database notes by its own clock when a vote is taken back. */
const start = new Date(Math.floor(Date.now() / day) * day + day / 2)

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => pass(0))
afterEach(async () => {
  app.clock.set(null)
  await sql`update trending_window set since = date_trunc('day', now(), 'UTC') - interval '6 days'`.execute(
    app.database,
  )
})

/** Lets so many days pass since the beginning of the test. */
async function pass(days: number) {
  app.clock.set(new Date(start.getTime() + days * day))
  await moveTrendingWindow(app.services)
}

async function dish(category: number, name: string) {
  const { id: restaurant } = await app.restaurant()
  const by = (await app.member()).id
  const createdAt = new Date(start.getTime() - 60 * day)
  return app.item({ restaurant, category, by, name, createdAt })
}
const members = (count: number) => Promise.all(Array.from({ length: count }, () => app.member()))

/** Sends a request of each of these members about an item, with a new session: weeks lie between them. */
async function send(action: 'upvote' | 'removeUpvote', item: number, by: Person[]) {
  for (const { id } of by) {
    const as = await openSession(app.database, app.services.clock, id, { userAgent: 'test' })
    expect((await app.post(`/api/items/${item}/${action}`, {}, { as })).status).toBe(200)
  }
}
const vote = (item: number, ...by: Person[]) => send('upvote', item, by)
const takeBack = (item: number, ...by: Person[]) => send('removeUpvote', item, by)

async function trending(item: number) {
  const row = app.database.selectFrom('items').select('trending').where('id', '=', item)
  return (await row.executeTakeFirstOrThrow()).trending
}

it('votes taken back and cast again each week trend for the first week only', async () => {
  const [rival, honest] = [await dish(1, 'Rival'), await dish(1, 'Honest')]
  const ring = await members(3)
  const first = async () => {
    const { body } = await app.get('/api/yolos?category=1&sort=trending')
    return (body as { top: { itemName: string }[] }).top[0]!.itemName
  }
  await vote(rival.id, ...ring)
  await vote(honest.id, ...(await members(2)))
  await expect.poll(first).toBe('Rival')
  for (const week of [1, 2, 3]) {
    await pass(7 * week)
    await takeBack(rival.id, ...ring)
    await vote(rival.id, ...ring)
    await vote(honest.id, ...(await members(2)))
    expect([await trending(rival.id), await trending(honest.id)]).toEqual([0, 2])
    await expect.poll(first).toBe('Honest')
    expect(await violatedInvariants(app.database)).toEqual([])
  }
  // Recounted, too: by a member who is hidden and shown again, and by the job of the next day.
  for (const disabled_at of [new Date(), null])
    await app.database
      .updateTable('users')
      .set({ disabled_at })
      .where('id', '=', ring[0]!.id)
      .execute()
  await pass(22)
  expect([await trending(rival.id), await trending(honest.id)]).toEqual([0, 2])
})

it('one taken back by a slip and cast again counts as long as if it had stood', async () => {
  const { id } = await dish(2, 'Slip')
  const [member] = await members(1)
  await vote(id, member!)
  await pass(3)
  await takeBack(id, member!)
  await vote(id, member!)
  expect(await trending(id)).toBe(1)
  await pass(6)
  expect(await trending(id)).toBe(1)
  await pass(7)
  expect(await trending(id)).toBe(0)
  // It is a new one after 80 days.
  await takeBack(id, member!)
  await pass(81)
  await vote(id, member!)
  expect(await trending(id)).toBe(1)
})

it('one cast again after 80 days and soon taken back and cast once more still counts', async () => {
  const { id } = await dish(4, 'Third time')
  const [member] = await members(1)
  await vote(id, member!)
  await takeBack(id, member!)
  const ago = (days: number) => new Date(start.getTime() - days * day)
  await app.database
    .updateTable('withdrawn_votes')
    .set({ voted_at: ago(84), withdrawn_at: ago(81) })
    .where('item_id', '=', id)
    .execute()
  await vote(id, member!)
  expect(await trending(id)).toBe(1)
  await takeBack(id, member!)
  await vote(id, member!)
  expect(await trending(id)).toBe(1)
  // Once it is a week old, it counts no more, however often it is cast.
  await pass(7)
  await takeBack(id, member!)
  await vote(id, member!)
  expect(await trending(id)).toBe(0)
})

it('is counted alike when the memory is gone, forgotten or left out of a backup', async () => {
  const { id } = await dish(3, 'Forgotten')
  const [early, late] = (await members(2)) as [Person, Person]
  await vote(id, early, late)
  await pass(8)
  await takeBack(id, early, late)
  await pass(79)
  await vote(id, early)
  expect(await trending(id)).toBe(0)
  const at = (await backupFolders())()
  expect((await run(app.services, 'backup', at)).code).toBe(0)
  await pass(86)
  await vote(id, late)
  await pass(91)
  expect(await trending(id)).toBe(1)
  await forgetWithdrawnVotes(app.services)
  expect(await app.database.selectFrom('withdrawn_votes').selectAll().execute()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])

  const other = await testApp()
  expect((await run(other.services, 'restore', at)).code).toBe(0)
  expect(await violatedInvariants(other.database)).toEqual([])
})
