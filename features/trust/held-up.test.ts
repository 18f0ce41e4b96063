import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { joined, minutesAfter } from './trust.testing.ts'
import { weigh } from './weigh.server.ts'

const app = await testApp()
const now = new Date('2026-05-05T20:00:00Z')

/** Returns the longest time that this thread works without a pause during `work`, in milliseconds of CPU time. */
async function threadHeldDuring(work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [last, longest] = [spent(), 0]
  const turn = () => {
    const at = spent()
    longest = Math.max(longest, at - last)
    last = at
  }
  const timer = setInterval(turn, 1)
  await work()
  turn()
  clearInterval(timer)
  return longest
}

it('S30 weighing a crowd that votes alike holds nobody up', async () => {
  app.clock.set(now)
  const { id: restaurant } = await app.restaurant()
  const owners = await joined(
    app,
    Array.from({ length: 80 }, () => minutesAfter(now, -200_000)),
  )
  const createdAt = minutesAfter(now, -100_000)
  for (const by of owners) await app.item({ restaurant, category: 3, by, createdAt })
  const members = await joined(
    app,
    Array.from({ length: 150 }, () => minutesAfter(now, -13_000)),
  )
  await sql`
    insert into votes (item_id, user_id, created_at)
    select i.id, m.id, ${now}::timestamptz from items i cross join unnest(${members}::integer[]) m(id)`.execute(
    app.database,
  )
  expect(await threadHeldDuring(() => weigh(app.services))).toBeLessThan(50)
  // All of them were compared with each other.
  const { rows } = await sql<{ members: number }>`
    select distinct count(*)::integer as members from vote_bands group by band, hash`.execute(
    app.database,
  )
  expect(rows).toEqual([{ members: 150 }])
})
