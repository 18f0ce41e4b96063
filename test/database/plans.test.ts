import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { rankNearBy, rankTop, noFilters } from '#features/listings/ranking.server.ts'
import { moveTrendingWindow } from '#features/listings/trending.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { nestedScans, scansOf } from '#platform/testing/database/plans.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const { id: restaurant } = await app.restaurant()
  await app.item({ restaurant, category: 3, by: (await app.member()).id })
})

const near = 'latitude=44.98&longitude=-93.27'

// At the end of a test file, each test app plans the statements again that its server sent (platform/testing/app.ts).
// These tests check that it does so correctly.
describe('what the server asks its database', () => {
  it('is remembered with its parameters and settings', async () => {
    const { id } = await app.restaurant()
    await app.get(`/api/restaurants/${id}`)
    await app.get(`/api/yolos?category=3&${near}`)
    const sent = app.statements()
    expect(sent.some(({ text, values }) => /from "items"/.test(text) && values.includes(id))).toBe(
      true,
    )
    const withoutBitmaps = sent.filter(({ settings }) => settings.includes('enable_bitmapscan=off'))
    expect(withoutBitmaps.length).toBeGreaterThan(0)
    // This setting disables the word index, so only the ranking may use it.
    for (const { text } of withoutBitmaps)
      expect(text).toMatch(/order by (?:trending desc, )?upvote_count desc|group by tag/)
  })

  it('restaurant suggestions go by cells, names and words', async () => {
    for (const q of ['', 'pizza', '100%'])
      await app.get(`/api/places/restaurants?q=${encodeURIComponent(q)}&${near}`)
    const suggestions = app.statements().filter(({ text }) => /as "restaurantId"/.test(text))
    expect(suggestions.length).toBeGreaterThan(1)
    // Prepared statements, which are planned only once, are checked too.
    expect(suggestions.some(({ text }) => text.includes('/* prepared */'))).toBe(true)
    expect(await scansOf(app.databaseUrl, suggestions)).toEqual([])
  })

  it('filtered and trending lists go by the ranked indexes, in the database as well', async () => {
    const { ranking } = app.services
    const question = { ...noFilters, categories: [2, 3], tags: [35], distanceMiles: 20 }
    const point = { latitude: 44.98, longitude: -93.27 }
    const from = app.statements().length
    for (const change of [
      { prices: [4] },
      { openAt: Date.now() },
      { order: 'trending' as const },
    ]) {
      await rankNearBy(ranking, { ...question, ...change, point }, undefined)
      await rankTop(ranking, { ...question, ...change, point: null }, undefined)
    }
    await app.get(`/api/yolos?category=2,3&price=1&open=now&sort=trending&${near}`)
    await app.get(`/api/tags?category=3&${near}`)
    await moveTrendingWindow(app.services)
    const asked = app.statements().filter(({ text }) => /from items|trending/.test(text))
    expect(app.statements().length).toBeGreaterThan(from)
    expect(await scansOf(app.databaseUrl, asked)).toEqual([])
  })

  it('is planned for many members, even where all rows of a test are one member’s', async () => {
    const { id } = await app.member()
    const rows = 'select $1::int, now() from generate_series(1, 200)'
    await query(
      `insert into shares (user_id, created_at) ${rows.replace('$1', String(id))}; analyze shares`,
    )
    const text = 'select created_at from shares where user_id = $1 order by id'
    expect(await scansOf(app.databaseUrl, [{ text, values: [id], settings: '' }])).toEqual([])
  })

  it.each([
    ['without an index', 'select * from restaurants where address = $1', ['x'], 1],
    ['along an index to its end', 'select id from items order by id', [], 1],
    ['in a change', 'update yolos set description = $1 where description = $2', ['', 'x'], 1],
    ['by an index', 'select * from restaurants where place_id = $1', ['x'], 0],
    ['along an index for a page', 'select id from items order by id limit 20', [], 0],
    ['in a small table', 'select * from tags where name = $1', ['x'], 0],
  ])('is found out where it scans: %s', async (_, text, values, scans) => {
    expect((await scansOf(app.databaseUrl, [{ text, values, settings: '' }])).length).toBe(scans)
  })
})

async function query<T extends object>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

describe('what points at another table', () => {
  it('has an index that begins with it', async () => {
    const without = await query<{ key: string }>(`
      select format('%s (%s)', conrelid::regclass, first.attname) as key
        from pg_constraint c
        join pg_attribute first on first.attrelid = c.conrelid and first.attnum = c.conkey[1]
       where contype = 'f' and connamespace = 'public'::regnamespace
         and not exists (
               select 1 from pg_index i
                where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
                  -- A partial index is enough if it only leaves out nulls.
                  and coalesce(pg_get_expr(indpred, indrelid), '') in ('', format('(%s IS NOT NULL)', first.attname)))
       order by 1`)
    // Categories and tags are a fixed list, whose rows are never deleted and never get another ID.
    const fixed = [
      'empty_lists (category_id)',
      'first_dishes (category_id)',
      'items (category_id)',
      'tags (category_id)',
      'yolo_tags (tag_id)',
    ]
    expect(without.map(({ key }) => key)).toEqual(fixed)
  })

  it.each([
    'delete from users where id = 7000001',
    'delete from restaurants where id = 7000001',
    'delete from items where id = 7000001',
    'delete from yolos where id = 7000001',
    'delete from votes where item_id = 7000001',
    'update restaurants set latitude = latitude + 1 where id = 7000001',
    'update restaurants set hidden_at = now() where id = 7000001',
    'update items set category_id = 4, name_key = $$new$$ where id = 7000001',
    'update users set disabled_at = now() where id = 7000001',
    'update users set email_verified_at = null where id = 7000001',
  ])('triggers and keys scan nothing large: %s', async (statement) => {
    expect(await nestedScans(app.databaseUrl, statement)).toEqual([])
  })
})
