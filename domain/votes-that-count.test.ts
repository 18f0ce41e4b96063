import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import {
  lockVotersSql,
  membersWithWrongCounts,
  updateCounted,
  staleReportCutoff,
} from './votes-that-count.ts'

const app = await testApp()
const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

const members = [
  { verified: true, days: 400, counts: true },
  { verified: true, days: 1, counts: true },
  { verified: false, days: 6.99, counts: true },
  { verified: false, days: 7, counts: false },
  { verified: false, days: 8, counts: false },
]

test.each(members)(
  'verified: $verified, joined $days days ago: votes count: $counts',
  async (one) => {
    const { id } = await app.member()
    await app.database
      .updateTable('users')
      .set({
        created_at: daysAgo(one.days),
        email_verified_at: one.verified ? daysAgo(one.days) : null,
      })
      .where('id', '=', id)
      .execute()
    const voters = await lockVotersSql([id], now).execute(app.database)
    expect(voters.rows).toEqual([{ id, counts: one.counts }])
  },
)

test('a vote of nobody doesn’t count', async () => {
  expect((await lockVotersSql([999_999], now).execute(app.database)).rows).toEqual([])
})

test('votes are set right, for the members asked for alone', async () => {
  const owner = await app.member()
  const { id: restaurant } = await app.restaurant()
  const item = await app.item({ restaurant, category: 3, by: owner.id })
  const made = await Promise.all(
    members.map(async (one) => {
      const { id } = await app.member()
      await app.database
        .updateTable('users')
        .set({
          created_at: daysAgo(one.days),
          email_verified_at: one.verified ? daysAgo(one.days) : null,
        })
        .where('id', '=', id)
        .execute()
      await app.database
        .insertInto('votes')
        .values({ item_id: item.id, user_id: id, counted: !one.counts })
        .execute()
      return { id, counts: one.counts }
    }),
  )
  const ids = made.map(({ id }) => id).sort((a, b) => a - b)
  const counted = async () =>
    new Map(
      (await app.database.selectFrom('votes').select(['user_id', 'counted']).execute()).map(
        (vote) => [vote.user_id, vote.counted],
      ),
    )
  expect(await membersWithWrongCounts(app.database, now)).toEqual(ids)
  const [first, ...others] = ids
  await updateCounted(app.database, others, now)
  expect(await membersWithWrongCounts(app.database, now)).toEqual([first])
  await updateCounted(app.database, [first!], now)
  expect(await counted()).toEqual(new Map(made.map(({ id, counts }) => [id, counts])))
})

test('a report is stale after 30 days', () => {
  expect(staleReportCutoff(now)).toEqual(daysAgo(30))
})
