import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { createDatabase, preparedStatementComment } from './database.ts'

it('what is looked for may vary without end: it takes no name from what every visit asks', async () => {
  const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 1 })
  const database = createDatabase(pool)
  for (let words = 1; words <= 150; words++) {
    const listed = sql.join(Array.from({ length: words }, (_, n) => sql`${n}::int`))
    await sql`${preparedStatementComment} select 'one of many words, however many there may be of them' as junk where 1 in (${listed})`.execute(
      database,
    )
  }
  await sql`${preparedStatementComment} select 'what every visit asks' as visit where ${1}::int = 1`.execute(
    database,
  )
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  )
  await database.destroy()
  const kept = rows.map(({ statement }) => statement)
  expect(kept.filter((text) => text.includes('junk'))).toHaveLength(8)
  expect(kept.filter((text) => text.includes('visit'))).toHaveLength(1)
})
