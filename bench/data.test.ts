import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { membersWithWrongCounts } from '../domain/votes-that-count.ts'
import { run } from '../features/operating/operating.testing.ts'
import { openSession } from '../platform/server/auth/sessions.ts'
import { testApp, type TestApp } from '../platform/testing/app.ts'
import { adminRoutes, callPaths, leftOut } from './admin/samples.ts'
import { knownIn } from './admin/known.ts'
import { fill } from './data.ts'

const items = 6_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await fill(app.databaseUrl, { items })
})

it(
  'the bench’s data are what the site would have counted itself: every check holds',
  { tags: 'long' },
  async () => {
    const { said } = await run(app.services, 'check')
    expect(said.split('\n').filter((line) => !line.startsWith('ok'))).toEqual([
      expect.stringMatching(/^All \d+ hold\.$/),
    ])
    expect(await membersWithWrongCounts(app.database, app.services.clock.now())).toEqual([])
  },
)

it('a member for ten dishes, one and a half favourites and nearly two votes a dish', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from users where id >= 1000) as members,
           (select count(*)::integer from restaurants) as restaurants,
           (select count(*)::integer from items) as items,
           (select count(*)::integer from yolos) as yolos,
           (select count(*)::integer from votes) as votes,
           (select count(*)::integer from contest_entries) as entries`.execute(app.database)
  const { yolos, votes, entries, ...rest } = rows[0]!
  expect(rest).toEqual({ members: items / 10, restaurants: items / 10, items })
  expect(yolos).toBeGreaterThan(items * 1.3)
  expect(votes).toBeGreaterThan(items * 1.5)
  expect(entries).toBeGreaterThan(0)
})

it('the bench asks every admin call of the contract', { tags: 'long' }, async () => {
  const paths = callPaths(await knownIn(app.database))
  for (const route of adminRoutes.filter((one) => !leftOut.includes(one))) {
    const path = new RegExp(
      `^/api${route.slice('GET '.length).replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`,
    )
    expect(paths, route).toContainEqual(expect.stringMatching(path))
  }
  const as = await openSession(app.database, app.services.clock, 514, { userAgent: 'bench' })
  for (const path of paths) expect((await app.get(path, { as })).status, path).toBe(200)
})
