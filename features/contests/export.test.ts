import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { makeContest } from './contests.testing.ts'

test(
  'an export of many entries has each once and in order, and leaves nothing open behind it',
  { tags: 'long' },
  async () => {
    const app = await testApp()
    const admin = await app.member({ id: 514 })
    await app.restaurant()
    const [id, member] = [await makeContest(app, admin), await app.member()]
    await sql`
    insert into contest_entries (id, contest_id, user_id, yolo_id, n)
    select n, ${id}::integer, ${member.id}::integer, 1000000 + n, 0 from generate_series(1, 2500) n`.execute(
      app.database,
    )
    const ask = () => app.get(`/api/contests/${id}/export`, { as: admin })
    // There are more exports at once than connections in the pool, so that some connections are reused.
    const files = await Promise.all(Array.from({ length: 20 }, ask))
    const [header, ...lines] = parse(files[0]!.text)
    expect(header!.join()).toBe('entry,kind,counts,member,userName,email,yolo,item,restaurant')
    expect(lines.map((cells) => Number(cells[6]))).toEqual(
      Array.from({ length: 2500 }, (_, n) => 1_000_001 + n),
    )
    expect(new Set(files.map(({ text }) => text)).size).toBe(1)
    const audit = await app.database
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'contest.export')
      .execute()
    expect(audit).toEqual(files.map(() => ({ after: { entries: 2500 } })))
    expect((await app.get('/api/contests/999999/export', { as: admin })).status).toBe(404)
  },
)
