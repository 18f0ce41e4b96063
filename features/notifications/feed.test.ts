import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { encodeCursor } from '#platform/server/cursor.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const day = 24 * 60 * 60 * 1000

it('the feed takes few statements from whatever place, also where all acts are of earlier pages', async () => {
  const createdAt = new Date(Date.now() - 200 * day)
  const member = () => app.member({ createdAt, verifiedAt: createdAt })
  const [ann, bob, eve] = [await member(), await member(), await member()]
  const place = await app.restaurant()
  for (const { id } of [bob, eve])
    await app.post('/api/follow/follow-user', { userId: id }, { as: ann })
  await sql`update follows set created_at = ${createdAt}`.execute(app.database)
  const { rows } = await sql<{ id: number }>`
    insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, yolo_count)
    select r.id, 3, 'Plate ' || n, 'plate ' || n, r.latitude, r.longitude, r.cell5, 1
      from restaurants r cross join generate_series(1, 300) n
     where r.id = ${place.id} returning id`.execute(app.database)
  const items = rows.map(({ id }) => id)
  for (const [by, daysAgo] of [
    [bob.id, 10],
    [eve.id, 2],
  ])
    await sql`
      insert into votes (item_id, user_id, created_at)
      select id, ${by}::integer, now() - ${daysAgo} * interval '1 day' - id * interval '1 second'
        from unnest(${items}::integer[]) id`.execute(app.database)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const cursor = encodeCursor([Date.now() - 5 * day, 'followed-upvote:1'])
  const { body } = await app.get(`/api/feed?cursor=${cursor}`, { as: ann })
  const statements = asked.mock.calls.filter(([one]) => /itemId/.test(JSON.stringify(one)))
  asked.mockRestore()
  expect(body).toEqual({ items: [], cursor: null })
  expect(statements.length).toBeGreaterThan(3)
  expect(statements.length).toBeLessThan(10)
  // From the beginning, each of the 300 is there once.
  const keys: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const answer = await app.get(`/api/feed${next && `?cursor=${next}`}`, { as: ann })
    const page = answer.body as { items: { key: string }[]; cursor: string | null }
    keys.push(...page.items.map(({ key }) => key))
    next = page.cursor
  }
  expect(keys).toEqual(items.map((id) => `followed-upvote:${id}`))
})
