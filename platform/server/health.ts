import { sql } from 'kysely'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { unavailable } from '#platform/contract/failure.ts'
import { on } from './handler.ts'
import type { Services } from './services.ts'

const ok = z.object({ status: z.literal('ok') })

export const live = call('GET /health/live', {
  summary: 'The process answers',
  access: 'anyone',
  limit: 'unlimited',
  input: z.object({}),
  output: ok,
})
export const ready = call('GET /health/ready', {
  summary: 'The process can serve: its database answers and it is not about to stop',
  access: 'anyone',
  limit: 'unlimited',
  input: z.object({}),
  output: ok,
})

export const healthHandlers = ({ database }: Services, stopping: () => boolean) => [
  on(live, async () => ({ status: 'ok' as const })),
  on(ready, async () => {
    if (stopping()) throw unavailable()
    await sql`select 1`.execute(database)
    return { status: 'ok' as const }
  }),
]
