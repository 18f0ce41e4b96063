import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { notFound } from '#platform/contract/failure.ts'
import type { RunCall } from '#platform/contract/wire.ts'
import { type DistanceUnit, unitOfLanguages } from '#platform/text/distance.ts'
import type { ResolvedUrl } from '#platform/web/render/addresses.ts'
import type { Assets, Render, RenderedPage } from '#platform/web/render/page-data.ts'
import { asRefusal } from '../http/dispatch.ts'
import { isCallUrl, sendRefusal } from '../http/refusals.ts'
import { currentRequestId } from '../http/request-id.ts'
import { publicSettings, type Settings } from '../settings.ts'
import { devPages } from './dev.ts'

type Options = {
  settings: Settings
  asVisitor: RunCall
  /** Spends a point of the IP address's read budget. Throws 429 if none is left (docs/safety.md, S10). */
  spend(ip: string): Promise<Record<string, string>>
  log: Logger
  /** Output folder of `vite build` for browser and server. */
  dist?: URL
}

export type BuiltSite = {
  render: Render
  /** Returns the canonical path to render for a requested one, or a redirect. */
  addressOf(path: string): ResolvedUrl
  assets: Assets
}

/** A page with its compressed copies, which all requests share. */
type PackedPage = RenderedPage & { etag: string; bodies: Map<string, Promise<Buffer>> }

const ownDist = new URL('../../../dist/', import.meta.url)
/** Milliseconds after which a rendering is given up. */
const patience = 7_000
/** Milliseconds that a page is cached: others see a member's action within seconds (rules: freshness). */
const freshness = 1_500

/**
 * Serves the browser's files and, at all other paths outside /api, pages, which are always rendered as for someone who
 * isn't logged in.
 */
export async function servePages(server: FastifyInstance, options: Options): Promise<void> {
  const { settings, asVisitor, spend, log, dist = ownDist } = options
  const site = settings.dev ? await devPages(server) : await builtSite(server, dist)
  const facts = publicSettings(settings)

  const draw = async (path: string, distanceUnit: DistanceUnit): Promise<PackedPage> => {
    // The URL is concatenated, because `new URL` would read a path that begins with `//` as another host.
    const request = new Request(settings.origin + path, {
      signal: AbortSignal.timeout(patience),
      headers: { 'x-request-id': currentRequestId() ?? '' },
    })
    const { render, assets } = await site(path)
    const page = await render(request, asVisitor, assets, { ...facts, distanceUnit })
    if (page.error) log.error({ err: page.error }, 'a page broke')
    const etag = `W/"${createHash('sha256').update(page.html).digest('base64url').slice(0, 22)}"`
    return { ...page, etag, bodies: new Map() }
  }
  // Requests for the same page at the same time share one rendering, which goes on if others fill the cache meanwhile.
  const pages = new LRUCache<string, PackedPage, () => Promise<PackedPage>>({
    maxSize: 12 * 1024 * 1024,
    sizeCalculation: ({ html }) => 2 * html.length + 1,
    ttl: freshness,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => context(),
  })

  server.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    if (isCallUrl(request.url)) throw notFound()
    const { addressOf, assets } = await site('/')
    try {
      reply.headers(await spend(request.ip))
      const address = addressOf(request.url)
      if ('redirect' in address) return reply.code(302).header('location', address.redirect).send()
      // Readers of miles and of kilometers share no page, because the server draws the unit.
      const unit = unitOfLanguages(request.headers['accept-language'])
      const make = () => draw(address.path, unit)
      const key = `${unit} ${address.path}`
      const page = await (settings.dev ? make() : pages.forceFetch(key, { context: make }))
      if (page.status >= 500) pages.delete(key)
      return await send(request, reply, page)
    } catch (error) {
      const sheet = `<link rel="stylesheet" href="${assets.style}">`
      return sendRefusal(request, reply, asRefusal(error, undefined, log), sheet)
    }
  })
}

async function send(request: FastifyRequest, reply: FastifyReply, page: PackedPage) {
  reply.code(page.status)
  if (page.redirect)
    return reply.headers({ location: page.redirect, 'cache-control': 'no-cache' }).send()
  if (page.status >= 500) reply.header('retry-after', '2')
  // Browsers revalidate each time, and mostly get a 304, so that a list is never stale.
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': page.status < 500 ? 'no-cache' : 'no-store',
    vary: 'Accept-Encoding, Accept-Language',
    etag: page.etag,
  })
  if (page.status === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
  if (!encoding) return reply.send(page.html)
  const body = page.bodies.get(encoding) ?? packers[encoding](page.html)
  page.bodies.set(encoding, body)
  return reply.header('content-encoding', encoding).send(await body)
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const packers = {
  br: (html: string) => promisify(brotliCompress)(html, quick),
  gzip: (html: string) => promisify(gzip)(html),
}

async function builtSite(server: FastifyInstance, dist: URL): Promise<() => Promise<BuiltSite>> {
  const client = new URL('client/', dist)
  const assets = await builtAssets(client)
  const module: Omit<BuiltSite, 'assets'> = await import(new URL('ssr/ssr.js', dist).href)
  // No file is large enough to be sent in parts.
  const base = { index: false as const, decorateReply: false, acceptRanges: false, wildcard: false }
  await server.register(fastifyStatic, {
    root: new URL('assets/', client),
    prefix: '/assets/',
    // Every file name contains a hash of the content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    globIgnore: ['*.br', '*.gz'],
    ...base,
  })
  server.get('/assets/*', (request, reply) => sendRefusal(request, reply, notFound()))
  await server.register(fastifyStatic, {
    root: client,
    globIgnore: ['assets/**'],
    maxAge: '1h',
    ...base,
    setHeaders(reply, path) {
      // A new version must be found as soon as it is there.
      if (path.endsWith('/service-worker.js')) reply.header('cache-control', 'no-cache')
    },
  })
  return async () => ({ ...module, assets })
}

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; src?: string }

/** Returns the assets that pages must link to, from the manifest of the browser's build. */
async function builtAssets(client: URL): Promise<Assets> {
  const text = await readFile(new URL('.vite/manifest.json', client), 'utf8').catch((error) => {
    throw new Error('The pages are not built: run `vite build` first.', { cause: error })
  })
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const chunk = (key: string): Chunk => {
    const found = manifest[key]
    if (!found) throw new Error(`The build has no ${key}.`)
    return found
  }
  const entry = chunk('app/web.tsx')
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key) || !manifest[key]) return seen
    seen.add(key)
    for (const needed of manifest[key].imports ?? []) withImports(needed, seen)
    return seen
  }
  const files = (keys: Iterable<string>) => [...keys].map((key) => `/${chunk(key).file}`)
  const atStart = withImports('app/web.tsx')
  const sheet = chunk('style.css')
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  return {
    style: `/${sheet.file}`,
    fonts: fonts.map(({ file }) => `/${file}`),
    script: `/${entry.file}`,
    chunks: files(atStart).slice(1),
    preloads: (source) => files([...withImports(source)].filter((key) => !atStart.has(key))),
  }
}
