import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

it('F16 two processes do what comes round every minute once a minute', async () => {
  const app = await testApp({ schedules: true })
  await testApp({ sharing: app, schedules: true })
  await wait(150_000)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer from pgboss.job where name = 'push' and state = 'completed'`.execute(
    app.database,
  )
  // The minute in which they started may count, too. Twice a minute would be at least six times.
  expect([2, 3, 4]).toContain(rows[0]!.count)
})
