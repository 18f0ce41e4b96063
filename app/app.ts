import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isAccessAllowed } from '#domain/vocabulary/roles.ts'
import type { Refusal } from '#platform/contract/failure.ts'
import { changesState, dispatcher, type Dispatcher } from '#platform/server/http/dispatch.ts'
import { warnOfUntrustedProxy } from '#platform/server/http/untrusted-proxy.ts'
import type { Feature, RunAsVisitor } from '#platform/server/feature.ts'
import { createHttpServer } from '#platform/server/http/overload/http-server.ts'
import { JsonBytes } from '#platform/server/http/json-bytes.ts'
import type { RequestFacts } from '#platform/server/http/handler.ts'
import { gracefulShutdown } from '#platform/server/http/graceful-shutdown.ts'
import { serveCalls } from '#platform/server/http/http.ts'
import { withCallLimits } from '#platform/server/http/overload/call-concurrency.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import {
  refusalOfFastify,
  pathOfRequestTarget,
  sendRefusal,
  refuseMalformedRequest,
  malformedUrlRefusal,
} from '#platform/server/http/refusals.ts'
import {
  addSecurityHeaders,
  minimalSecurityHeaders,
  refuseSeveralHosts,
} from '#platform/server/http/security.ts'
import { createRequestId, sendRequestIds } from '#platform/server/http/request-id.ts'
import { withReadYourWrites } from '#platform/server/replicas/writes.ts'
import type { Services } from '#platform/server/services.ts'
import { createViewerReader } from '#platform/server/auth/sessions.ts'
import { calls, contract } from './contract.ts'
import { features } from './features.ts'

export type App = {
  server: FastifyInstance
  dispatch: Dispatcher
  queues: JobQueue[]
  /** Server-rendered pages load their data with it. */
  asVisitor: RunAsVisitor
  /** Does work that the first requests would otherwise wait for, such as filling caches. */
  warm(): Promise<unknown>
  /** Closes all connections once pending requests are answered, at the latest after `milliseconds`. */
  end(milliseconds: number): Promise<void>
}

const inProcess: Omit<RequestFacts, 'ip' | 'line'> = {
  userAgent: '',
  authorization: undefined,
  form: undefined,
  signal: new AbortController().signal,
  withoutPermit: (work) => work(),
}

/** Creates the whole server, except that it has no pages and doesn't listen yet. Tests run it as well. */
export async function createApp(
  given: Services,
  all = Object.values<Feature>(features),
): Promise<App> {
  let services = given
  for (const { prepare } of all) if (prepare) services = await prepare(services)
  const { settings, log, database, clock, limits, probe, meter } = services
  const { handlers, queues } = withStepsBeforeChanges(all, services)
  const actingRecorder = all.find((feature) => feature.actingRecorder)?.actingRecorder?.(services)
  const strict = settings.dev || process.env.NODE_ENV === 'test'
  const direct = dispatcher(calls, handlers, log, strict, actingRecorder)
  const hasReplicas = settings.databaseReadUrls.length > 0
  const dispatch: Dispatcher = { ...direct, run: inTurn(direct, services) }
  const noteRefusal = refusalRecorder(services)
  const server = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    serverFactory: (handle) => createHttpServer(handle, noteRefusal),
    forceCloseConnections: 'idle',
    // Requests that arrive during the shutdown are answered too; graceful-shutdown.ts closes the connections.
    return503OnClosing: false,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    genReqId: createRequestId,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    rewriteUrl: ({ url }) => pathOfRequestTarget(url),
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(
        request as FastifyRequest,
        (reply as FastifyReply).headers(minimalSecurityHeaders),
        refusalOfFastify(error) ?? malformedUrlRefusal(),
      ),
    clientErrorHandler: (error, socket) => refuseMalformedRequest(error, socket, noteRefusal),
  })
  sendRequestIds(server)
  warnOfUntrustedProxy(server, log)
  await addSecurityHeaders(server, settings)
  refuseSeveralHosts(server)
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    meter?.answered(request.method, route, reply.statusCode, reply.elapsedTime)
    log.debug(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  const { endStreams } = serveCalls(server, {
    dispatch,
    limits,
    viewerOf: createViewerReader(database, clock, hasReplicas),
    allows: isAccessAllowed,
    probe,
    log,
  })
  const asVisitor: RunAsVisitor = (ip, line) => async (route, input) => {
    const answer = await dispatch.run(route, { ...input }, null, { ...inProcess, ip, line })
    return (answer instanceof JsonBytes ? answer.value() : answer) as never
  }
  for (const { serve } of all) serve?.(server, services, asVisitor)
  return {
    server,
    dispatch,
    queues,
    asVisitor,
    warm: () => Promise.all(all.flatMap((feature) => feature.warm?.(services) ?? [])),
    end: gracefulShutdown(server, endStreams),
  }
}

/** Returns a function that notes a request that no hook sees, because it is refused before its route is known. */
const refusalRecorder =
  ({ meter, log }: Services) =>
  ({ code, status }: Refusal, requestId?: string) => {
    meter?.refused(code)
    log.debug({ requestId, status, code }, 'refused unread')
  }

/** Returns `run` as requests use it: a call waits for its turn, and is refused once the database hangs. */
function inTurn(direct: Dispatcher, services: Services): Dispatcher['run'] {
  const { settings, callLimits, probe } = services
  const hasReplicas = settings.databaseReadUrls.length > 0
  const noting = hasReplicas ? withReadYourWrites(direct.run, direct, services) : direct.run
  const run = callLimits ? withCallLimits(noting, direct, callLimits) : noting
  return (...call) => probe.whileAlive(run(...call))
}

/**
 * Returns the features' handlers and queues. Each call that changes something, and each job, first runs the
 * `beforeChange` steps of all features.
 */
function withStepsBeforeChanges(all: Feature[], services: Services) {
  const steps = all.flatMap((feature) => feature.beforeChange?.(services) ?? [])
  const beforeChange = async () => {
    for (const step of steps) await step()
  }
  return {
    handlers: all
      .flatMap((feature) => feature.handlers?.(services, contract) ?? [])
      .map((one) => (changesState(one.call) ? { ...one, run: after(beforeChange, one.run) } : one)),
    queues: all
      .flatMap((feature) => feature.queues?.(services) ?? [])
      .map((queue): JobQueue => ({ ...queue, run: after(beforeChange, queue.run) })),
  }
}

/** Returns a function that does `step` before `work`. */
const after =
  <Input, Result>(step: () => Promise<void>, work: (input: Input) => Promise<Result>) =>
  async (input: Input): Promise<Result> => {
    await step()
    return work(input)
  }
