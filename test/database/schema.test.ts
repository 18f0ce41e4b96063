import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

it('the ranking’s indexes have the order in which listings ask', async () => {
  // Create an item, because empty cells aren't queried.
  const { id: restaurant } = await app.restaurant()
  await app.item({ restaurant, category: 3, by: (await app.member()).id })
  await app.get('/api/yolos?category=3&latitude=44.98&longitude=-93.27')
  const asked = app
    .statements()
    .filter(({ text }) => /\bfrom items\b/.test(text) && /\border by upvote_count\b/.test(text))
    .flatMap(({ text }) => [...text.matchAll(/\border by (upvote_count.*?) limit\b/gs)])
    .map(([, order]) => order)
  expect(asked.length).toBeGreaterThanOrEqual(2)
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where indexname like 'items_rank_%'
     order by indexname`.execute(app.database)
  const orders = rows.map(({ name, definition }) => {
    const order = /\(category_id, (?:cell\d, )?(.*)\) INCLUDE/.exec(definition)?.[1]
    return [name, order?.replaceAll('DESC', 'desc').replace('((- id))', '(-id)')]
  })
  expect(orders).toEqual([
    ['items_rank_all', asked[0]],
    ['items_rank_cell5', asked[0]],
  ])
  expect(new Set(asked).size).toBe(1)
})

it('no session variable silences a trigger', async () => {
  const { rows } = await sql`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'current_setting'
     union all
    select tgname from pg_trigger where pg_get_triggerdef(oid) ~ 'current_setting'`.execute(
    app.database,
  )
  expect(rows).toEqual([])
})
