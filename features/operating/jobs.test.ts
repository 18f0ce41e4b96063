import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { run } from './operating.testing.ts'

const app = await testApp({ schedules: true })
const { services, database } = app

test('what was given up and isn’t recurring is tried again by the operator, and shows no secret', async () => {
  const userId = (await app.member()).id
  await sql`
    insert into pgboss.job (name, state, data, keep_until, completed_on) values
      ('apple-revoke', 'failed', '{"refreshToken": "a member’s"}', now() + interval '1 hour', now()),
      ('weekly-mail', 'failed', ${`{"userId": ${userId}, "week": "2026-01-01"}`}, now() + interval '1 hour', now()),
      ('recount-votes', 'failed', '{}', now() + interval '1 hour', now())`.execute(database)
  const { said } = await run(services, 'jobs')
  expect(said).toMatch(/^\S+ {2}apple-revoke · failed · tried 0 times$/m)
  expect(said).toMatch(new RegExp(`^\\S+ {2}weekly-mail for member ${userId} · failed`, 'm'))
  expect(said).not.toContain('a member’s')
  expect((await run(services, 'jobs', '--retry')).said).toContain('2 to be tried now.')
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where state = 'failed' or keep_until < now() + interval '1 day'`.execute(
    database,
  )
  expect(rows).toEqual([{ name: 'recount-votes' }])
})
