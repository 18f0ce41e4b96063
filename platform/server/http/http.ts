import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type AnyCall } from '#platform/contract/call.ts'
import { accessDenied, notFound, notJson, notLoggedIn } from '#platform/contract/failure.ts'
import { asRefusal, type Dispatcher } from './dispatch.ts'
import { RawResponse, type AccessCheck, type RequestFacts, type Viewer } from './handler.ts'
import { readInput } from './input.ts'
import type { RateLimiter } from './limits.ts'
import { unsupportedMediaType } from './openapi.ts'
import { refusalOfFastify, sendRefusal } from './refusals.ts'

type Options = {
  dispatch: Dispatcher
  limits: RateLimiter
  viewerOf(token: string): Promise<Viewer | null>
  allows: AccessCheck
  log: Logger
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

const bearer = (header: string | undefined): string | null =>
  /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1] ?? null

/** Serves all calls of the contract under /api, with checks in the documented order (rules: order of checks). */
export function serveCalls(server: FastifyInstance, options: Options): void {
  const { dispatch, log } = options
  server.decorateRequest('viewer', null)
  leaveStreamsUnreadForHead(server)
  refuseUnrequested(server)
  acceptJsonOnly(server)
  // A call that consumes a multipart form reads it itself, within its own limits.
  server.register(multipart)
  server.register(
    async (api) => {
      await api.register(compress, {
        encodings: ['gzip'],
        threshold: 1024,
        globalDecompression: false,
        customTypes:
          /^(application\/(((openapi|geo)\+)?json|[\w.-]+\+xml)|text\/(html|css|csv|plain))\b/,
      })
      for (const { call } of dispatch.handlers.values()) serve(api, call, options)
      api.setNotFoundHandler((request, reply) => sendRefusal(request, reply, notFound()))
    },
    { prefix: '/api' },
  )
  server.setErrorHandler(async (error, request, reply) => {
    const url = request.routeOptions.url?.replace(/^\/api/, '')
    const call = dispatch.handlers.get(`${request.method} ${url}`)?.call
    return sendRefusal(request, reply, refusalOfFastify(error) ?? asRefusal(error, call, log))
  })
  server.setNotFoundHandler((request, reply) => sendRefusal(request, reply, notFound()))
}

function serve(api: FastifyInstance, call: AnyCall, options: Options): void {
  const [method, path] = call.route.split(' ') as [string, string]
  api.route({
    method,
    url: path,
    exposeHeadRoute: method === 'GET' && !call.unsafeGet,
    config: { unsafeGet: call.unsafeGet, fromAnySite: call.fromAnySite },
    onRequest: (request, reply) => beforeBody(request, reply, call, options),
    handler: (request, reply) => answer(request, reply, call, options),
  })
}

/** Runs the checks that come before the body is read. */
async function beforeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  call: AnyCall,
  { viewerOf, limits, allows }: Options,
) {
  if (call.limit !== 'unlimited') {
    const token = bearer(request.headers.authorization)
    const viewer = (request.viewer = token ? await viewerOf(token) : null)
    // Requests that must log in first only spend what reading does.
    const isAllowed = call.access === 'anyone' || viewer !== null
    const who = { ip: request.ip, viewer }
    reply.headers(await limits.spend(isAllowed ? call.limit : 'read', who))
  }
  if (call.access !== 'anyone') {
    if (!request.viewer) throw notLoggedIn()
    if (!allows(call.access, request.viewer)) throw accessDenied()
  }
  const type = request.headers['content-type']?.toLowerCase()
  if (request.method !== 'GET' && type && !type.startsWith(call.consumes ?? 'application/json'))
    throw notJson({ message: unsupportedMediaType(call).message })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  call: AnyCall,
  { dispatch }: Options,
) {
  const input = readInput(call, {
    params: request.params,
    query: request.query,
    body: call.consumes === 'multipart/form-data' ? {} : request.body,
  })
  const result = await dispatch.run(call.route, input, request.viewer, factsOf(request))
  if (result instanceof RawResponse)
    return reply.code(result.status).headers(result.headers).send(result.body)
  return reply.header('Cache-Control', 'no-store').send(result)
}

const factsOf = (request: FastifyRequest): RequestFacts => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  authorization: request.headers.authorization,
  cookie: request.headers.cookie,
  ifNoneMatch: request.headers['if-none-match'],
  form: request,
})

/**
 * Refuses what no person at the browser requested: changes and embedded reads sent by another site's page, and
 * prefetches of GETs that change something (rules: other sites, state-changing gets).
 */
function refuseUnrequested(server: FastifyInstance): void {
  server.addHook('onRequest', ({ method, headers, routeOptions }, _reply, done) => {
    const config = (routeOptions.config ?? {}) as Partial<AnyCall>
    const { unsafeGet, fromAnySite } = config
    const { purpose, 'sec-purpose': secPurpose, 'sec-fetch-site': site = 'none' } = headers
    if (!unsafeGet && /^(?:GET|HEAD)$/.test(method))
      return done(isEmbedded(headers) ? accessDenied() : undefined)
    const isForeign = site === 'cross-site'
    const isPrefetch = [purpose, secPurpose].join(' ').includes('prefetch')
    const isRefused = (isForeign && !fromAnySite) || (unsafeGet && isPrefetch)
    done(isRefused ? accessDenied() : undefined)
  })
}

/** Returns whether a page of another site fetches or embeds this, as opposed to a link that is followed. */
const isEmbedded = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-site'] === 'cross-site' &&
  (!/^(?:navigate|same-origin)$/.test(String(headers['sec-fetch-mode'])) ||
    /^(?:i?frame|fencedframe|embed|object)$/.test(String(headers['sec-fetch-dest'])))

/** Answers HEAD without the stream that GET would send: Fastify would read it to its end. */
function leaveStreamsUnreadForHead(server: FastifyInstance): void {
  server.addHook('onSend', async (request, _reply, payload) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload
    payload.destroy()
    return ''
  })
}

/** Accepts JSON and, where a call consumes them, URL-encoded forms. An empty body counts as `{}`. */
function acceptJsonOnly(server: FastifyInstance): void {
  // `__proto__` is only an unknown key, because only known ones are read.
  const parse = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body as string, done)
  })
  const form = 'application/x-www-form-urlencoded'
  server.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => {
    // A repeated key becomes a list, which validation rejects for single-valued keys.
    const values = Map.groupBy(new URLSearchParams(body as string), ([key]) => key)
    const entries = [...values].map(([key, pairs]) => {
      const texts = pairs.map(([, value]) => value)
      return [key, texts.length === 1 ? texts[0] : texts]
    })
    done(null, Object.fromEntries(entries))
  })
}
