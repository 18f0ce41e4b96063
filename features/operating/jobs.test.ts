import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { run } from './operating.testing.ts'

const metricsToken = 'sixteen-characters-or-more'
const app = await testApp({ settings: { metricsToken }, schedules: true })
const { services, database } = app

test('a recurring job that fails all day is told, until one has done its work; a mail that failed stays', async () => {
  // As many as a queue of each minute keeps, after a day without the store of photos. This one runs once a night.
  const queue = 'recount-votes'
  await sql`
    insert into pgboss.job (name, state, created_on, completed_on)
    select ${queue}, 'completed', now() - at * interval '1 minute', now() from generate_series(1441, 11520) at`.execute(
    database,
  )
  await sql`
    insert into pgboss.job (name, state, created_on, completed_on, output)
    select ${queue}, 'failed', now() - at * interval '1 minute', now(), '{"message":"The store is away."}'
      from generate_series(1, 1440) at`.execute(database)
  await sql`insert into pgboss.job (name, state) values ('mail', 'failed')`.execute(database)
  const failed = async () => {
    const { text } = await app.get('/api/metrics', { as: { token: metricsToken } })
    return [...text.matchAll(/^queue_jobs\{queue="([\w-]+)",state="failed"\} (\d+)$/gm)]
      .map(([, name, count]) => `${name} ${count}`)
      .sort()
  }
  expect(await failed()).toEqual(['mail 1', `${queue} 1440`])
  expect((await run(services, 'check')).said).toMatch(/^WRONG +jobs-failed .*\n +not for 1441: /m)
  expect((await run(services, 'jobs')).said).toMatch(
    /^recount-votes · failed 1,440 times, last at \S+ · runs again by itself · The store is away\.$/m,
  )
  await services.jobs.send(queue, {})
  await expect.poll(failed).toEqual(['mail 1'])
  expect((await run(services, 'check')).said).toMatch(/^WRONG +jobs-failed .*\n +not for 1: mail /m)
})

test('what was given up and isn’t recurring is tried again by the operator, and shows no secret', async () => {
  await sql`delete from pgboss.job where state = 'failed'`.execute(database)
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
