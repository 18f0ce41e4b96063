import { beforeEach, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { findSuspiciousActivity } from './suspicious.server.ts'

const app = await testApp()
const hour = 60 * 60 * 1000
const six = { id: 6 }

beforeEach(() => app.empty())

type Burst = { count: number; every: number; network?: string; ageInDays?: number }

/** Makes members who each vote for one dish of a new restaurant, `every` milliseconds one after the other. */
async function burst({ count, every, network, ageInDays = 1 }: Burst) {
  const { id: restaurant } = await app.restaurant()
  const owner = await app.member({ createdAt: new Date('2020-01-01') })
  const { id: item } = await app.item({ restaurant, category: 3, by: owner.id })
  const begin = Date.now() - count * every - hour
  const members = []
  for (let n = 0; n < count; n++) {
    const { id } = await app.member()
    members.push(id)
    const created_at = new Date(begin + n * every)
    await app.database
      .updateTable('users')
      .set({
        created_at: new Date(Date.now() - ageInDays * 24 * hour),
        network: Buffer.from((network ?? `network ${n}`).padEnd(16)),
      })
      .where('id', '=', id)
      .execute()
    await app.database
      .insertInto('votes')
      .values({ item_id: item, user_id: id, created_at })
      .execute()
  }
  return { restaurant, members }
}

const look = async () => {
  await findSuspiciousActivity(app.services)
  return app.database
    .selectFrom('cases')
    .select(['id', 'subject_id', 'accounts'])
    .where('closed_at', 'is', null)
    .execute()
}

it('F4 a café’s opening day, a school class and 40 puppets reach the queue; a quieter day doesn’t', async () => {
  const opening = await burst({ count: 35, every: 10 * 60 * 1000 })
  const schoolClass = await burst({ count: 22, every: 60 * 1000, network: 'school' })
  const puppets = await burst({ count: 40, every: 3 * hour, network: 'cellar' })
  await burst({ count: 20, every: 10 * 60 * 1000 })
  await burst({ count: 12, every: 60 * 1000, network: 'office', ageInDays: 20 })
  const cases = await look()
  expect(new Map(cases.map((one) => [one.subject_id, one.accounts]))).toEqual(
    new Map(
      [opening, schoolClass, puppets].map(({ restaurant, members }) => [restaurant, members]),
    ),
  )
})

it('F4 lists the accounts, which an admin suspends one by one or all at once; dismissed ones stay away', async () => {
  const as = await app.member(six)
  const { members, restaurant } = await burst({ count: 6, every: 60 * 1000, network: 'cellar' })
  const id = (await look())[0]!.id
  const { items } = (await app.get('/api/admin/cases?kind=activity', { as })).body
  expect(items[0]).toMatchObject({ id, count: 6, counting: 6 })
  expect(items[0].accounts.map(({ userId }: { userId: number }) => userId)).toEqual(members)
  await app.post(`/api/admin/members/${members[0]}/suspension`, { reason: 'One of six.' }, { as })
  await app.post(
    `/api/admin/cases/${id}/decide`,
    { decision: 'remove', reason: 'All six.' },
    { as },
  )
  const { rows } = {
    rows: await app.database
      .selectFrom('users')
      .select('id')
      .where('suspended_at', 'is not', null)
      .orderBy('id')
      .execute(),
  }
  expect(rows.map((row) => row.id)).toEqual(members)
  expect(await look()).toEqual([])

  const other = await burst({ count: 5, every: 60 * 1000, network: 'school' })
  const found = (await look())[0]!
  expect(found.subject_id).toBe(other.restaurant)
  await app.post(`/api/admin/cases/${found.id}/decide`, { decision: 'dismiss' }, { as })
  expect(await look()).toEqual([])
  expect(restaurant).not.toBe(other.restaurant)
})

it('forgets the networks of accounts after 30 days', async () => {
  const { members } = await burst({ count: 1, every: hour, ageInDays: 31 })
  await look()
  const row = await app.database
    .selectFrom('users')
    .select('network')
    .where('id', '=', members[0]!)
    .executeTakeFirstOrThrow()
  expect(row.network).toBeNull()
})
