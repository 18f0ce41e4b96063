import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type pg from 'pg'
import { withAppleStandIn } from '#features/accounts/apple-stand-in.server.ts'
import { abuseAdminHandlers } from '#features/abuse/admin.server.ts'
import { abuseHandlers } from '#features/abuse/server.ts'
import { allows } from '#features/accounts/roles.ts'
import { accountHandlers, accountQueues } from '#features/accounts/server.ts'
import { avatarHandlers } from '#features/avatars/server.ts'
import { adjustHandlers } from '#features/items/adjust.server.ts'
import { mergeHandlers } from '#features/items/merge.server.ts'
import { reportHandlers } from '#features/items/reports.server.ts'
import { followHandlers } from '#features/follows/server.ts'
import { itemHandlers } from '#features/items/server.ts'
import { similarHandlers } from '#features/items/similar.server.ts'
import { listingHandlers } from '#features/listings/server.ts'
import { memberHandlers } from '#features/members/server.ts'
import { notificationHandlers } from '#features/notifications/server.ts'
import { contestHandlers } from '#features/contests/server.ts'
import { ownDataHandlers } from '#features/own-data/server.ts'
import { documentationHandlers } from '#features/pages/api-docs.server.ts'
import { placeHandlers } from '#features/places/server.ts'
import { photoHandlers, photoQueues } from '#features/photos/server.ts'
import { mergeRestaurantHandlers } from '#features/restaurants/merge.server.ts'
import { restaurantHandlers } from '#features/restaurants/server.ts'
import { serveSharing } from '#features/sharing/server.ts'
import { editHandlers } from '#features/yolos/edit.server.ts'
import { yoloQueues } from '#features/yolos/restore.server.ts'
import { yoloHandlers } from '#features/yolos/server.ts'
import { dispatcher, type Dispatch } from '#platform/server/dispatch.ts'
import type { Handler, RequestFacts } from '#platform/server/handler.ts'
import { healthHandlers } from '#platform/server/health.ts'
import { serveCalls } from '#platform/server/http.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import { limits as keepLimits, type Limits } from '#platform/server/limits.ts'
import { security } from '#platform/server/security.ts'
import type { Services } from '#platform/server/services.ts'
import { viewerOf } from '#platform/server/sessions.ts'
import { calls } from './contract.ts'

export type App = {
  server: FastifyInstance
  dispatch: Dispatch
  queues: JobQueue[]
  /** Runs a call in process as a visitor: what pages rendered here read. */
  asVisitor(route: string, input: object): Promise<unknown>
  /** From now on readiness says no. */
  stopping(): void
}

const inProcess: RequestFacts = {
  ip: '127.0.0.1',
  userAgent: '',
  authorization: undefined,
  form: undefined,
  signal: new AbortController().signal,
}

const handlersOf = (services: Services, limits: Limits): Handler[] => [
  ...accountHandlers(services, limits),
  ...listingHandlers(services),
  ...itemHandlers(services),
  ...reportHandlers(services),
  ...adjustHandlers(services),
  ...similarHandlers(services),
  ...mergeHandlers(services),
  ...restaurantHandlers(services),
  ...mergeRestaurantHandlers(services),
  ...placeHandlers(services),
  ...yoloHandlers(services),
  ...editHandlers(services),
  ...photoHandlers(services),
  ...followHandlers(services),
  ...notificationHandlers(services),
  ...memberHandlers(services),
  ...avatarHandlers(services),
  ...contestHandlers(services),
  ...ownDataHandlers(services),
  ...abuseHandlers(services),
  ...abuseAdminHandlers(services),
  ...documentationHandlers(services, () => calls),
]

const queuesOf = (services: Services): JobQueue[] => [
  ...accountQueues(services),
  ...photoQueues(services),
  ...yoloQueues(services),
]

/** The whole server but for its pages and its listening: what the tests run too. */
export async function createApp(given: Services, pool: pg.Pool): Promise<App> {
  const services = await withAppleStandIn(given)
  const { settings, log, database, clock } = services
  let stopping = false
  const limits = keepLimits(pool, clock, settings.rateLimits)
  const handlers = [...handlersOf(services, limits), ...healthHandlers(services, () => stopping)]
  const dispatch = dispatcher(
    calls,
    handlers,
    log,
    !settings.dev && process.env.NODE_ENV !== 'test',
  )
  const server = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    // Node looks for slow senders only this often; its own 30 s would double the limits.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    frameworkErrors: (_error, _request, reply) => {
      void (reply as FastifyReply)
        .code(400)
        .send({ error: 'bad_input', message: 'This address can’t be read.' })
    },
  })
  await security(server, settings)
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
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
  serveCalls(server, {
    dispatch,
    limits,
    viewerOf: (token) => viewerOf(database, clock, token),
    allows,
    log,
  })
  const asVisitor: App['asVisitor'] = (route, input) =>
    dispatch.run(route, { ...input }, null, inProcess)
  serveSharing(server, services, limits, asVisitor)
  return {
    server,
    dispatch,
    queues: queuesOf(services),
    asVisitor,
    stopping: () => (stopping = true),
  }
}
