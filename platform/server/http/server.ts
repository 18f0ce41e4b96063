import type { IncomingMessage } from 'node:http'
import helmet from 'helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import metricsModule from 'fastify-metrics'
import { badInput, unavailable } from '#platform/contract/failure.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { refusalOfFastify, sendRefusal } from './refusals.ts'
import { createRequestId, sendRequestIds } from './request-id.ts'

type Needs = Pick<Services, 'settings' | 'log'> & { isDatabaseWell(): Promise<boolean> }

/** Creates the HTTP server without its routes. Time limits end slow requests (docs/safety.md, S31). */
export async function createServer({ settings, log, isDatabaseWell }: Needs) {
  const server = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    genReqId: (request) => createRequestId(request as IncomingMessage),
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(
        request as FastifyRequest,
        (reply as FastifyReply).header('X-Content-Type-Options', 'nosniff'),
        refusalOfFastify(error) ?? badInput({ message: 'This address can’t be read.' }),
      ),
  })
  sendRequestIds(server)
  addSecurityHeaders(server, settings)
  if (settings.metricsToken)
    await server.register(metricsModule.default, { endpoint: null, clearRegisterOnInit: true })
  if (settings.rateLimits) await refuseUnderPressure(server, isDatabaseWell)
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered')
  })
  return server
}

/** Answers 503 while the process or the database is overloaded (docs/safety.md, F3 and F14). */
const refuseUnderPressure = (server: FastifyInstance, isDatabaseWell: () => Promise<boolean>) =>
  server.register(underPressure, {
    maxEventLoopDelay: 1_000,
    healthCheck: isDatabaseWell,
    healthCheckInterval: 1_000,
    async pressureHandler({ url }: FastifyRequest) {
      if (!url.startsWith('/api/health/')) throw unavailable()
    },
  })

/** Adds security headers to every answer (docs/safety.md, S18). Inline code is forbidden even with a nonce. */
function addSecurityHeaders(server: FastifyInstance, settings: Settings): void {
  const isHttps = settings.origin.startsWith('https:')
  // Vite's dev client injects inline styles and scripts. Production allows neither.
  const own = settings.dev ? ["'self'", "'unsafe-inline'"] : ["'self'"]
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': own,
        'style-src': own,
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...(settings.dev ? ['ws:'] : []), ...settings.mapOrigins],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onRequest', ({ raw }, reply, done) => protect(raw, reply.raw, done as () => void))
}
