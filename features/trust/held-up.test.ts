import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { leastOfThree } from '#platform/testing/least.ts'
import { membersWithoutForerunner } from './alike/forerunners.ts'
import { honestChances, poissonBinomialMedian } from './crowds/mixture.ts'
import { joined, minutesAfter, threadHeldDuring } from './trust.testing.ts'
import { runWeighing } from './weigh.server.ts'

const app = await testApp()
const now = new Date('2026-05-05T20:00:00Z')

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
  expect(await threadHeldDuring(() => runWeighing(app.services))).toBeLessThan(50)
  // All of them were compared with each other.
  const { rows } = await sql<{ members: number }>`
    select distinct count(*)::integer as members from vote_bands group by band, hash`.execute(
    app.database,
  )
  expect(rows).toEqual([{ members: 150 }])
})

it('S30 nor does looking for whom a large crowd may have copied', async () => {
  const votes = Array.from({ length: 200 }, (_, n) => n)
  // The first to vote for the first dish was the last one to vote for all others.
  const crowd = Array.from({ length: 600 }, (_, id) => ({
    id,
    items: votes,
    times: votes.map((n) => (n === 0 ? id : 1_000_000 + n - id)),
    withdrawn: [],
    hasMore: false,
    verified: false,
  }))
  expect(await threadHeldDuring(() => membersWithoutForerunner(crowd))).toBeLessThan(50)
})

it('S30 nor does guessing who of ten thousand newcomers is honest', async () => {
  const newcomers = Array.from({ length: 10_000 }, (_, n) => ({
    toAct: (n * 7_919) % 90_000,
    toVerify: n % 5 === 0 ? null : (n * 104_729) % 90_000,
    hour: n % 24,
    did: (['vote', 'favourite', 'more'] as const)[n % 3]!,
  }))
  const guessing = () => honestChances(newcomers, newcomers.slice(0, 2_000), 1_000)
  expect(await leastOfThree(50, () => threadHeldDuring(guessing))).toBeLessThan(50)
  const counting = () =>
    poissonBinomialMedian(
      Array.from({ length: 30_000 }, () => 0.1),
      1_000,
    )
  expect(await leastOfThree(50, () => threadHeldDuring(counting))).toBeLessThan(50)
})
