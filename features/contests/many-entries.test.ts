import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { leastOfThree } from '#platform/testing/least.ts'
import { renderPage } from '#platform/testing/render-page.ts'
import { contestWithChanges, contestWithEntries } from './rows.server.ts'

// A year of contests with twenty thousand entries each.
let app: TestApp
let contests: number[]
beforeAll(async () => {
  app = await testApp()
  const { rows } = await sql<{ id: number }>`
    insert into contests (title, prize, area, latitude, longitude, miles, eligibility, time_zone, created_at, closes_at,
                          draws_at, closed_at, seed_hash, seed, entries, list_hash)
    select 'Month ' || n, 'Dinner', 'Minneapolis', 44.98, -93.27, 10, 'Members', 'America/Chicago', now() - interval '60 days',
           now() - interval '30 days', now() - interval '29 days', now() - interval '30 days', repeat('0', 64), repeat('1', 64),
           array(select 1000000 + n * 20000 + g from generate_series(1, 20000) g), 'hash'
      from generate_series(1, 12) n returning id`.execute(app.database)
  contests = rows.map(({ id }) => id)
  await sql`
    insert into contest_draws (contest_id, k, winning_entry, drawn_at, answer_by)
    select id, 0, 1000001, now() - interval '29 days', now() - interval '15 days'
      from unnest(${contests}::integer[]) c (id)`.execute(app.database)
}, 120_000)

test('S30 one is shown without holding the site up', async () => {
  const spent = async (work: () => Promise<unknown>) => {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const contest = () => contestWithChanges(app.database, contests[0]!, new Date())
  const row = await contest()
  const show = () => contestWithEntries(app.database)(row)
  await show()
  // Without the list of entries it takes about as long.
  const control = await spent(contest)
  expect(await leastOfThree(control + 10, () => spent(show))).toBeLessThan(control + 10)
})

test('S30 a list that was answered isn’t made again, and no page holds one', async () => {
  const [one] = contests
  const numbers = Array.from({ length: 20_000 }, (_, n) => 1_020_001 + n)
  const path = `/api/contests/${one}`
  const put = (entries: number[]) =>
    app.database.updateTable('contests').set({ entries }).where('id', '=', one!).execute()
  await app.get(path)
  // Only what is cached could answer with a list that the database doesn't have any more.
  await put(numbers.toReversed())
  const { body } = await app.get(path)
  await put(numbers)
  expect(body).toMatchObject({ entries: numbers, counting: 20_000 })
  for (const brief of ['/api/contests', `${path}?entries=false`])
    expect((await app.get(brief)).text).not.toContain('1020002')
  const { html } = await renderPage(app, `/contests/${one}`)
  expect(html).toContain(`href="${path}"`)
  expect(html).toContain('20,000 entries')
  expect(html).not.toContain('1020002')
})

test('S30 a member’s own are read in about the time of one who has none', async () => {
  const [lone, one] = [await app.member(), await app.member()]
  await sql`
    insert into contest_entries (id, contest_id, user_id, yolo_id, n)
    select new_entry_number(), c, ${one.id}, 5000000 + c * 1000 + y, n
      from unnest(${contests}::integer[]) c, generate_series(1, 42) y, generate_series(0, 4) n`.execute(
    app.database,
  )
  await sql`analyze contest_entries`.execute(app.database)
  for (const path of ['/api/contests/mine', `/api/contests/${contests[0]}/entries`]) {
    const took = async (as: typeof one) => {
      const start = performance.now()
      expect((await app.get(path, { as })).status).toBe(200)
      return performance.now() - start
    }
    for (const as of [lone, one]) await took(as)
    const limit = 3 * (await leastOfThree(0, () => took(lone))) + 20
    expect(await leastOfThree(limit, () => took(one)), path).toBeLessThan(limit)
  }
})
