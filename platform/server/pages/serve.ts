import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { notFound, Refusal } from '#platform/contract/failure.ts'
import type { ResolvedUrl, Assets, Render } from '#platform/web/render/page-data.ts'
import { type DistanceUnit, unitOfLanguages } from '#platform/text/distance.ts'
import { cachedPages, type PageResponse } from './cache.ts'
import { devPages } from './dev.ts'
import { builtAssets } from './assets.ts'
import { errorPage, isCallUrl, sendRefusal } from '../http/refusals.ts'
import { internalErrorWithId } from '../http/dispatch.ts'
import { databaseUnavailable } from '../probe.ts'
import { currentRequestId } from '../http/request-id.ts'
import { publicSettings, type Settings } from '../settings.ts'
import type { RunAsVisitor } from '../feature.ts'
import { drawingPatience, renderingPauses } from './page-turns.ts'

type Options = {
  settings: Parameters<typeof publicSettings>[0] & Pick<Settings, 'dev' | 'databaseReadUrls'>
  asVisitor: RunAsVisitor
  /**
   * Spends a point of the IP address's read budget. Returns RateLimit headers; throws 429 if none is left
   * (docs/safety.md, S10).
   */
  spend(ip: string): Promise<Record<string, string>>
  log: Pick<Logger, 'error'>
  /** Output folder of `vite build` for browser and server. */
  dist?: URL
  /** Milliseconds after which a drawing is given up. */
  patience?: number
}

export type BuiltSite = {
  render: Render
  /** Returns the canonical path to render for a requested one, or a redirect. */
  addressOf(asked: string): ResolvedUrl
  assets: Assets
}

const ownDist = new URL('../../../dist/', import.meta.url)

/**
 * Serves the browser's files and, at all other paths outside /api, pages, which are always rendered as for someone who
 * isn't logged in.
 */
export async function servePages(server: FastifyInstance, options: Options): Promise<void> {
  const { settings, asVisitor, spend, log, dist = ownDist, patience = drawingPatience } = options
  const site = settings.dev ? await devPages(server) : await builtSite(server, dist)

  const facts = publicSettings(settings)

  const mayRender = renderingPauses()

  const draw = async (
    path: string,
    distanceUnit: DistanceUnit,
    ip: string,
  ): Promise<PageResponse> => {
    // The URL is concatenated, because `new URL` would read a path that begins with `//` as another host.
    const request = new Request(settings.origin + path, {
      signal: AbortSignal.timeout(patience),
      headers: { 'x-request-id': currentRequestId() ?? '' },
    })
    const { render, assets } = await site(path)
    // The page's data waits in a line of its own, not in that of who asked first, because others may wait for it.
    const api = asVisitor(ip, path)
    const page = await render(request, api, assets, { ...facts, distanceUnit }, mayRender)
    if (page.error) log.error({ err: page.error }, 'a page broke')
    return page
  }
  const hasReplicas = settings.databaseReadUrls.length > 0
  const answerTo = settings.dev ? draw : cachedPages(draw, { hasReplicas })

  server.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    if (isCallUrl(request.url)) throw notFound()
    const { addressOf, assets } = await site('/')
    try {
      reply.headers(await spend(request.ip))
      const address = addressOf(request.url)
      if ('redirect' in address) return reply.code(302).header('location', address.redirect).send()
      const unit = unitOfLanguages(request.headers['accept-language'])
      const page = await answerTo(address.path, unit, request.ip)
      return await send(request, reply, page)
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error }, 'no page could be drawn')
      const refusal = asRefusal(error)
      return reply
        .code(refusal.status)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          ...(refusal.status === 503 ? { 'Retry-After': '2' } : {}),
          ...refusal.headers,
        })
        .send(errorPage(refusal, `<link rel="stylesheet" href="${assets.style}">`))
    }
  })
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return isTimeout(error) ? databaseUnavailable() : internalErrorWithId()
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

async function send(request: FastifyRequest, reply: FastifyReply, page: PageResponse) {
  reply.code(page.status)
  if (page.redirect) {
    // Browsers would keep a 301 for good, although the merging that it stands for may be undone.
    reply.headers({ location: page.redirect, 'cache-control': 'no-cache' })
    return reply.send()
  }
  if (page.status >= 500) reply.header('retry-after', '2')
  // Browsers revalidate each time, and mostly get a 304, so that a list is never stale.
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': page.status < 500 ? 'no-cache' : 'no-store',
    vary: 'Accept-Encoding, Accept-Language',
  })
  if (!page.packed) return reply.send(page.html)
  const { etag, encoded } = page.packed
  reply.header('etag', etag)
  if (page.status === 200 && request.headers['if-none-match'] === etag)
    return reply.code(304).send()
  const { encoding, body } = await encoded(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}

async function builtSite(server: FastifyInstance, dist: URL): Promise<() => Promise<BuiltSite>> {
  const client = new URL('client/', dist)
  const assets = await builtAssets(client)
  // No file is large enough to be sent in parts. @fastify/send takes quadratic time for a Range header.
  // Each file is a route of its own, since a name that isn't there costs the plugin several readings of the folder.
  const common = {
    index: false,
    decorateReply: false,
    acceptRanges: false,
    wildcard: false,
  } as const
  const module: Omit<BuiltSite, 'assets'> = await import(new URL('ssr/ssr.js', dist).href)
  await server.register(fastifyStatic, {
    root: new URL('assets/', client),
    prefix: '/assets/',
    // Every file name contains a hash of the content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    globIgnore: ['*.br', '*.gz'],
    ...common,
  })
  server.get('/assets/*', (request, reply) => sendRefusal(request, reply, notFound()))
  await server.register(fastifyStatic, {
    root: client,
    globIgnore: ['assets/**'],
    maxAge: '1h',
    ...common,
    setHeaders(reply, path) {
      // A new version must be found as soon as it is there.
      if (path.endsWith('/service-worker.js')) reply.header('cache-control', 'no-cache')
    },
  })
  const { render, addressOf } = module
  const site = { render, addressOf, assets }
  return async () => site
}
