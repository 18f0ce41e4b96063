import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type AnyCall } from '#platform/contract/call.ts'
import {
  accessDenied,
  badInput,
  notFound,
  notJson,
  notLoggedIn,
} from '#platform/contract/failure.ts'
import { asRefusal, type Dispatcher } from './dispatch.ts'
import { unsupportedMediaType } from './failures-of.ts'
import { RawResponse, type AccessCheck, type RequestFacts, type Viewer } from './handler.ts'
import { readInput } from './input.ts'
import type { RateLimiter } from './limits.ts'
import { JsonBytes, sendJsonBytes } from './json-bytes.ts'
import type { Probe } from '../probe.ts'
import { limitOpenBodies } from './overload/open-bodies.ts'
import { refusalOfFastify, sendRefusal } from './refusals.ts'
import { endUnreadAnswers } from './overload/unread-answers.ts'

type Options = {
  dispatch: Dispatcher
  limits: RateLimiter
  viewerOf(token: string): Promise<Viewer | null>
  allows: AccessCheck
  probe: Probe
  log: Logger
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
    /**
     * True once the request was charged to its budgets and let through. Some budgets are refunded if it is refused
     * later.
     */
    admitted: boolean
    /** True once the budgets that only a valid input spends were charged, too. */
    passed: boolean
  }
}

const bearer = (header: string | undefined): string | null =>
  /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1] ?? null

/** Serves all calls of the contract under /api, with checks in the documented order (rules: order of checks). */
export function serveCalls(server: FastifyInstance, options: Options): { endStreams(): void } {
  const { dispatch, log } = options
  const streams = openStreams(server)
  leaveStreamsUnreadForHead(server)
  endUnreadAnswers(server)
  server.decorateRequest('viewer', null)
  server.decorateRequest('admitted', false)
  server.decorateRequest('passed', false)
  refuseUnasked(server)
  takeJsonOnly(server)
  leaveBodiesForUnknownPathsUnread(server)
  refuseCompressed(server)
  limitOpenBodies(server)
  // A call that consumes a multipart form reads it itself, within its own limits.
  server.register(multipart)

  server.register(
    async (api) => {
      await api.register(compress, {
        encodings: ['gzip'],
        threshold: 1024,
        globalDecompression: false,
        // Event streams are left out, because each line must be sent at once.
        customTypes:
          /^(application\/(((openapi|geo)\+)?json|[\w.-]+\+xml)|text\/(html|css|csv|plain)|application\/vnd\.mapbox-vector-tile)\b/,
      })
      for (const { call } of dispatch.handlers.values())
        if (call.consumes === 'application/x-www-form-urlencoded')
          await api.register(async (forms) => {
            takeForms(forms)
            serve(forms, call, options, streams)
          })
        else serve(api, call, options, streams)
      api.setNotFoundHandler((request, reply) => sendRefusal(request, reply, notFound()))
    },
    { prefix: '/api' },
  )
  server.setErrorHandler(async (error, request, reply) => {
    const call = callOf(dispatch, request)
    const refusal = refusalOfFastify(error) ?? asRefusal(error, call, log)
    await giveBack(request, call, refusal.status, options)
    return sendRefusal(request, reply, refusal)
  })
  server.setNotFoundHandler((request, reply) => sendRefusal(request, reply, notFound()))
  return { endStreams: streams.end }
}

type Streams = ReturnType<typeof openStreams>

/** Tracks open event streams, which never end by themselves, so that they can be ended when the server stops. */
function openStreams(server: FastifyInstance) {
  const open = new Set<Readable>()
  const end = () => {
    for (const stream of open) stream.push(null)
    open.clear()
  }
  server.addHook('preClose', async () => end())
  return {
    end,
    add(stream: Readable) {
      open.add(stream)
      stream.once('close', () => open.delete(stream))
    },
  }
}

function serve(api: FastifyInstance, call: AnyCall, options: Options, streams: Streams): void {
  const [method, path] = call.route.split(' ') as [string, string]
  api.route({
    method,
    url: path,
    exposeHeadRoute: method === 'GET' && !call.unsafeGet,
    // `JsonBytes` keeps its own compressed copy.
    ...(call.preshapedJson ? { compress: false } : {}),
    config: {
      consumes: call.consumes,
      unsafeGet: call.unsafeGet,
      fromAnySite: call.fromAnySite,
    },
    onRequest: (request, reply) => beforeBody(request, reply, call, options),
    handler: (request, reply) => answer(request, reply, call, options, streams),
  })
}

/** Runs the checks that come before the body is read. */
async function beforeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  call: AnyCall,
  options: Options,
) {
  if (!call.sessionless)
    reply.headers(await options.probe.whileAlive(admit(request, call, options)))
  if (call.access !== 'anyone') {
    if (!request.viewer) throw notLoggedIn()
    if (!options.allows(call.access, request.viewer)) throw accessDenied()
  }
  const type = request.headers['content-type']?.toLowerCase()
  if (request.method !== 'GET' && type && !type.startsWith(call.consumes ?? 'application/json'))
    throw notJson({ message: unsupportedMediaType(call).message })
}

/**
 * Identifies the viewer and spends the call's budgets. Returns RateLimit headers; throws 429 if nothing is left. Who must
 * log in first spends only what reading does, and not what others behind the same address may do.
 */
async function admit(request: FastifyRequest, call: AnyCall, { viewerOf, limits }: Options) {
  const token = bearer(request.headers.authorization)
  const viewer = (request.viewer = token ? await viewerOf(token) : null)
  const isAllowed = call.access === 'anyone' || viewer !== null
  const headers = await limits.spend(isAllowed ? call.limit : 'read', { ip: request.ip, viewer })
  request.admitted = isAllowed
  return headers
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  call: AnyCall,
  { dispatch, limits, probe }: Options,
  streams: Streams,
) {
  const input = readInput(call, {
    params: request.params,
    query: request.query,
    body: call.consumes === 'multipart/form-data' ? {} : request.body,
  })
  if (!call.sessionless) {
    const spent = limits.spendAfterValidation(call.limit, {
      ip: request.ip,
      viewer: request.viewer,
    })
    if (spent) reply.headers(await probe.whileAlive(spent))
    request.passed = true
  }
  const result = await dispatch.run(call.route, input, request.viewer, facts(request, reply))
  if (result instanceof RawResponse) {
    if (call.produces === 'text/event-stream') streams.add(result.body as Readable)
    return reply.code(result.status).headers(result.headers).send(result.body)
  }
  reply.header('Cache-Control', 'no-store')
  return result instanceof JsonBytes ? sendJsonBytes(request, reply, result) : reply.send(result)
}

/** Returns a refused call's points to the budgets that don't count calls with this status. */
async function giveBack(
  request: FastifyRequest,
  call: AnyCall | undefined,
  status: number,
  { limits, probe, log }: Options,
) {
  const { admitted, passed, ip, viewer } = request
  if (!admitted || !call) return
  await probe
    .whileAlive(limits.refund(call.limit, { ip, viewer }, { status, passed }))
    .catch((error: unknown) => log.warn({ err: error }, 'a budget wasn’t given back'))
}

function callOf(dispatch: Dispatcher, request: FastifyRequest): AnyCall | undefined {
  const url = request.routeOptions.url?.replace(/^\/api/, '')
  return dispatch.handlers.get(`${request.method} ${url}`)?.call
}

function facts(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  let gone: AbortController | undefined
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    ifNoneMatch: request.headers['if-none-match'],
    range: request.headers.range,
    ifRange: request.headers['if-range'] as string | undefined,
    form: request,
    withoutPermit: (work) => work(),
    // Created only when a handler reads it, because it costs as much as the rest of a short call.
    get signal() {
      if (!gone) {
        const made = (gone = new AbortController())
        if (reply.raw.closed) made.abort()
        else reply.raw.once('close', () => made.abort())
      }
      return gone.signal
    },
  }
}

/**
 * Refuses, before any budget is spent, what nobody at the browser asked for: what a page of another site sends to
 * change something, or reads without going there, prefetches of GETs that change something, and those GETs from any
 * page, even one of ours, which a link can lead to (rules: other sites, state-changing gets).
 */
function refuseUnasked(server: FastifyInstance): void {
  server.addHook('onRequest', ({ method, headers, routeOptions }, _reply, done) => {
    const config = (routeOptions.config ?? {}) as Partial<AnyCall>
    const { unsafeGet, fromAnySite } = config
    const { purpose, 'sec-purpose': secPurpose, 'sec-fetch-site': site = 'none' } = headers
    const onlyReads = !unsafeGet && /^(?:GET|HEAD)$/.test(method)
    if (onlyReads) return done(isEmbedded(headers) ? accessDenied() : undefined)
    const isUnasked = unsafeGet ? site !== 'none' : site === 'cross-site'
    const isPrefetch = [purpose, secPurpose].join(' ').includes('prefetch')
    const refused = (isUnasked && !fromAnySite) || (unsafeGet && isPrefetch)
    done(refused ? accessDenied() : undefined)
  })
}

/**
 * Returns whether a page of another site fetches or embeds this. Following a link navigates, also through our service
 * worker, which passes the request on without its destination. No other page can send one of the mode 'same-origin'.
 */
const isEmbedded = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-site'] === 'cross-site' &&
  (!/^(?:navigate|same-origin)$/.test(String(headers['sec-fetch-mode'])) ||
    /^(?:i?frame|fencedframe|embed|object)$/.test(String(headers['sec-fetch-dest'])))

/**
 * Answers HEAD without the stream that GET would send. Otherwise Fastify reads it to its end, as fast as it comes, even
 * after the client has gone. It must be added before all routes.
 */
function leaveStreamsUnreadForHead(server: FastifyInstance): void {
  server.addHook('onSend', async (request, _reply, payload) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload
    payload.destroy()
    return Readable.from([])
  })
}

/** Reads no body that is sent to an unknown path, because such requests have no budget. */
function leaveBodiesForUnknownPathsUnread(server: FastifyInstance): void {
  server.addHook('preParsing', (request, _reply, _body, done) =>
    done(request.is404 ? notFound() : null),
  )
}

/**
 * Refuses compressed bodies on every route, because a few hundred bytes can decompress to a gigabyte. It runs before
 * the body is read, but after the checks of limits and access.
 */
function refuseCompressed(server: FastifyInstance): void {
  server.addHook('preParsing', (request, _reply, _body, done) => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
    done(encoding === 'identity' ? null : notJson({ message: 'Send it uncompressed, please.' }))
  })
}

/**
 * Accepts only JSON bodies (Fastify takes text/plain by default). An empty body counts as `{}`. `__proto__` is no more
 * than an unknown key, because only known ones are read (`readInput`); to look for it takes longer than to parse.
 */
function takeJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body as string, done)
  })
}

/** Maximum number of pairs in a URL-encoded form. The longest form of a call has six. */
const maxFormPairs = 50

/** Accepts URL-encoded forms. A repeated key becomes a list, which validation rejects for single-valued keys. */
function takeForms(server: FastifyInstance): void {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const form = body as string
      if (form.split('&', maxFormPairs + 1).length > maxFormPairs) return done(badInput())
      const values = Map.groupBy(new URLSearchParams(form), ([key]) => key)
      done(
        null,
        Object.fromEntries(
          [...values].map(([key, [first, ...others]]) => [
            key,
            others.length === 0 ? first![1] : [first!, ...others].map(([, value]) => value),
          ]),
        ),
      )
    },
  )
}
