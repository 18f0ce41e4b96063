import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

it('F16 two processes do what comes round every minute once a minute', async () => {
  const app = await testApp({ schedules: true })
  await testApp({ sharing: app, schedules: true })
  const rounds = async () => {
    const { rows } = await sql<{ done: number; minutes: number }>`
      select count(*)::integer as done,
             count(distinct date_trunc('minute', created_on))::integer as minutes
        from pgboss.job where name = 'push' and state = 'completed'`.execute(app.database)
    return rows[0]!
  }
  const minutes = async () => (await rounds()).minutes
  await expect.poll(minutes, { timeout: 600_000, interval: 1_000 }).toBeGreaterThanOrEqual(3)
  const { done, minutes: all } = await rounds()
  expect(done).toBe(all)
})
