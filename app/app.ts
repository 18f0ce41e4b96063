import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { isAccessAllowed } from '#domain/vocabulary/roles.ts'
import type { RunCall } from '#platform/contract/wire.ts'
import { createViewerReader } from '#platform/server/auth/sessions.ts'
import type { Feature } from '#platform/server/feature.ts'
import { changesState, dispatcher, type Dispatcher } from '#platform/server/http/dispatch.ts'
import { RawResponse, type RequestFacts } from '#platform/server/http/handler.ts'
import { isDatabaseWell } from '#platform/server/http/health.ts'
import { serveCalls } from '#platform/server/http/http.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { calls, contract } from './contract.ts'
import { features } from './features.ts'

export type App = {
  server: FastifyInstance
  dispatch: Dispatcher
  queues: JobQueue[]
  /** Runs calls as a visitor. Server-rendered pages load their data with it. */
  asVisitor: RunCall
  /** Answers pending requests, then closes all connections. */
  close(): Promise<void>
}

const inProcess: RequestFacts = {
  ip: '127.0.0.1',
  userAgent: '',
  authorization: undefined,
  form: undefined,
}

/** Creates the whole server, except that it has no pages and doesn't listen yet. Tests run it as well. */
export async function createApp(
  given: Services,
  all = Object.values<Feature>(features),
): Promise<App> {
  const { settings, log, limits, clock } = given
  const isWell = () => isDatabaseWell(given.database, 2_500)
  const server = await createServer({ settings, log, isDatabaseWell: isWell })
  let services: Services = { ...given, readMetrics: () => server.metrics.client.register.metrics() }
  for (const { prepare } of all) if (prepare) services = await prepare(services)
  if (settings.metricsToken) countJobs(server, services.database)
  const handlers = all.flatMap((feature) => feature.handlers?.(services, contract) ?? [])
  const recorder = all.find((feature) => feature.actingRecorder)?.actingRecorder?.(services)
  const isStrict = settings.dev || process.env.NODE_ENV === 'test'
  const direct = dispatcher(calls, handlers, log, isStrict, recorder)
  const dispatch = { ...direct, run: onReadServer(direct, services) }
  const viewerOf = createViewerReader(services.database, clock)
  serveCalls(server, { dispatch, limits, viewerOf, allows: isAccessAllowed, log })
  const asVisitor: RunCall = async (route, input) => {
    const answer = await dispatch.run(route, { ...input }, null, inProcess)
    return (answer instanceof RawResponse ? JSON.parse(String(answer.body)) : answer) as never
  }
  for (const { serve } of all) serve?.(server, services, asVisitor)
  return {
    server,
    dispatch,
    queues: all.flatMap((feature) => feature.queues?.(services) ?? []),
    asVisitor,
    async close() {
      const late = setTimeout(() => server.server.closeAllConnections(), 1_500)
      await server.close().finally(() => clearTimeout(late))
    },
  }
}

/** Returns `run` with visitors' reads on the read server, if there is one. */
function onReadServer(direct: Dispatcher, { readRouter }: Services): Dispatcher['run'] {
  return (route, input, viewer, request) => {
    const work = () => direct.run(route, input, viewer, request)
    const call = direct.handlers.get(route)?.call
    return viewer || !call || changesState(call) ? work() : readRouter.asVisitor(work)
  }
}

/** Shows jobs that wait or were given up in the metrics. */
const countJobs = (server: FastifyInstance, database: Database) =>
  new server.metrics.client.Gauge({
    name: 'queue_jobs',
    help: 'Jobs of each queue that are not done, by state; `failed` were given up.',
    labelNames: ['queue', 'state'],
    async collect() {
      this.reset()
      const { rows } = await sql<{ name: string; state: string; count: number }>`
        select name, state::text, count(*)::integer as count from pgboss.job
         where state in ('created', 'retry', 'active', 'failed') group by 1, 2`.execute(database)
      for (const { name, state, count } of rows) this.set({ queue: name, state }, count)
    },
  })
