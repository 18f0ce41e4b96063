import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { notFound, notLoggedIn, unavailable } from '#platform/contract/failure.ts'
import type { Database, Services } from '../services.ts'
import { implementCall, RawResponse, type Handler } from './handler.ts'

const ok = z.object({ status: z.literal('ok') })
const open = { access: 'anyone', limit: 'unlimited' } as const

const live = call('GET /health/live', { summary: 'The process answers', ...open, output: ok })
const ready = call('GET /health/ready', {
  summary: 'The process can serve: its database answers and it is not about to stop',
  ...open,
  output: ok,
})
const metrics = call('GET /metrics', {
  summary: 'The process’s figures for Prometheus; needs the bearer METRICS_TOKEN',
  ...open,
  output: z.string(),
  produces: 'text/plain',
})

export const calls = { live, ready, metrics }

/** Returns whether the database answers within this time. */
export const isDatabaseWell = (database: Database, milliseconds: number): Promise<boolean> => {
  const answer = sql`select 1`.execute(database).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, wait(milliseconds, false, { ref: false })])
}

export const handlers = ({ database, settings, stopping, readMetrics }: Services): Handler[] => [
  implementCall(live, async () => ({ status: 'ok' as const })),
  implementCall(ready, async () => {
    if (stopping.aborted || !(await isDatabaseWell(database, 700))) throw unavailable()
    return { status: 'ok' as const }
  }),
  implementCall(metrics, async ({ request: { authorization = '' } }) => {
    if (!settings.metricsToken) throw notFound()
    const [given, right] = [authorization, `Bearer ${settings.metricsToken}`].map(Buffer.from)
    if (given!.length !== right!.length || !timingSafeEqual(given!, right!)) throw notLoggedIn()
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
    return new RawResponse(await readMetrics(), headers)
  }),
]
