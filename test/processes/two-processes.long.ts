import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

it('F16 two processes do what comes round every minute once a minute', async () => {
  const app = await testApp({ schedules: true })
  await testApp({ beside: app, schedules: true })
  const rounds = async () => {
    const { rows } = await sql<{ name: string; done: number; minutes: number }>`
      select name, count(*)::integer as done,
             count(distinct date_trunc('minute', created_on))::integer as minutes
        from pgboss.job where name in ('sweep-photos', 'sweep-deleted-yolos') and state = 'completed'
       group by name order by name`.execute(app.database)
    return rows
  }
  await expect
    .poll(async () => (await rounds()).filter(({ minutes }) => minutes >= 3).length, {
      timeout: 600_000,
      interval: 1_000,
    })
    .toBe(2)
  for (const { name, done, minutes } of await rounds())
    expect({ name, done }).toEqual({ name, done: minutes })
})
