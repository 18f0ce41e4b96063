import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { holdMembers } from '#domain/holds.ts'
import { transact } from '#platform/server/database/database.ts'
import { countRowsByStatement } from '#platform/testing/database/rows-by-statement.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { updateMemberActs } from '../acts.server.ts'
import { newcomersAt } from './newcomers.server.ts'
import { joined, minutesAfter, threadHeldDuring } from '../trust.testing.ts'
import { findCrowds } from './crowds.server.ts'
import { updateBaselineCounts } from './baseline.server.ts'

// No statement takes longer than ten seconds, or the weighing fails, and nobody is held any more.

const now = new Date('2026-05-05T20:00:00Z')
let app: TestApp
let restaurants: number[]
let items: number[]

beforeAll(async () => {
  app = await testApp()
  restaurants = []
  for (let n = 0; n < 120; n++) restaurants.push((await app.restaurant()).id)
  // Without their own yolos, the items cost less to make, and nothing here looks at yolos.
  const { rows } = await sql<{ id: number }>`
    insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
    select id, 3, 'Dish ' || id, 'dish ' || id, latitude, longitude, cell5 from restaurants
     where id = any (${restaurants}::integer[]) order by id returning id`.execute(app.database)
  items = rows.map(({ id }) => id)
  expect(items).toHaveLength(120)
})

/** Creates accounts that vote for all dishes, a minute apart. */
async function crowd(size: number): Promise<number[]> {
  const members = await joined(
    app,
    Array.from({ length: size }, () => minutesAfter(now, -5_000)),
  )
  await sql`
    insert into votes (item_id, user_id, created_at)
    select i.id, m.id, ${minutesAfter(now, -4_000)}::timestamptz + i.n * interval '1 minute'
      from unnest(${items}::integer[]) with ordinality i (id, n)
     cross join unnest(${members}::integer[]) m (id)`.execute(app.database)
  return members
}

it(
  'what unverified accounts did elsewhere is read once, not again for each restaurant',
  { tags: 'long' },
  async () => {
    const members = await crowd(150)
    await updateMemberActs(app.database, members)
    const timeAs = async (verifiedAt: Date | null) => {
      await sql`
      update users set email_verified_at = ${verifiedAt} where id = any (${members}::integer[])`.execute(
        app.database,
      )
      const from = performance.now()
      await newcomersAt(app.database, restaurants, now)
      return performance.now() - from
    }
    // Of verified members it isn't asked. In turn, because the machine may be busy for a while.
    const times = { verified: [] as number[], unverified: [] as number[] }
    for (let n = 0; n < 4; n++) {
      times.verified.push(await timeAs(now))
      times.unverified.push(await timeAs(null))
    }
    // There are 120 restaurants.
    expect(Math.min(...times.unverified)).toBeLessThan(6 * Math.min(...times.verified))
  },
)

it('a hold sets aside any number of votes, at most 20,000 by one statement', async () => {
  const members = await crowd(180)
  const updated = await countRowsByStatement(app.database, 'update', 'votes')
  await transact(app.database, (tx) =>
    holdMembers(tx, { members, reason: 'One person.', by: 'rule', now }),
  )
  const { all, most } = await updated()
  expect(all).toBe(180 * 120)
  expect(most).toBeLessThanOrEqual(20_000)
})

it('S30 weighing the newcomers of many restaurants holds nobody up', async () => {
  const members = await crowd(500)
  await updateMemberActs(app.database, members)
  await updateBaselineCounts(app.database, restaurants, now)
  let found = 0
  const longest = await threadHeldDuring(async () => {
    found = (await findCrowds(app.database, restaurants, now)).length
  })
  expect(found).toBeGreaterThanOrEqual(restaurants.length)
  expect(longest).toBeLessThan(50)
})
