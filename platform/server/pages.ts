import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { notFound } from '#platform/contract/failure.ts'
import type { Assets, Render, ServerApi, SiteFacts } from '#platform/web/rendered.ts'
import { cachedPages, type PageAnswer } from './page-cache.ts'
import { devPages } from './pages-dev.ts'
import { builtAssets } from './pages-assets.ts'
import type { Settings } from './settings.ts'

type Options = {
  settings: Pick<
    Settings,
    'origin' | 'contactEmail' | 'socialLinks' | 'apple' | 'appleStandIn' | 'dev'
  >
  api: ServerApi
  log: Pick<Logger, 'error'>
  /** Where `vite build` put both sides. */
  dist?: URL
}

export type Site = { render: Render; assets: Assets }

const ownDist = new URL('../../dist/', import.meta.url)

/** Serves the browser's files and, at every other address outside /api, the page rendered as the visitor sees it. */
export async function pages(server: FastifyInstance, options: Options): Promise<void> {
  const { settings, api, log, dist = ownDist } = options
  const site = settings.dev ? await devPages(server) : await builtSite(server, dist)

  const facts: SiteFacts = {
    origin: settings.origin,
    contact: settings.contactEmail,
    social: settings.socialLinks,
    apple: settings.apple ? 'apple' : settings.appleStandIn ? 'stand-in' : null,
  }

  const draw = async (path: string): Promise<PageAnswer> => {
    // Joined as text: a path that begins with `//` must not become another host.
    const request = new Request(settings.origin + path, { signal: AbortSignal.timeout(10_000) })
    const { render, assets } = await site(path)
    const page = await render(request, api, assets, facts)
    if (page.error) log.error({ err: page.error }, 'a page broke')
    return page
  }
  const answerTo = settings.dev ? draw : cachedPages(draw)

  server.get('/*', async (request, reply) => {
    if (/^\/api(?:[/?]|$)/.test(request.url)) throw notFound()
    try {
      return await send(request, reply, await answerTo(request.url))
    } catch (error) {
      log.error({ err: error }, 'no page could be drawn')
      return reply
        .code(500)
        .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .send(lastResort)
    }
  })
}

async function send(request: FastifyRequest, reply: FastifyReply, page: PageAnswer) {
  reply.code(page.status)
  if (page.redirect) return reply.header('location', page.redirect).send()
  if (page.status >= 500) reply.header('retry-after', '2')
  // Asked for anew each time, and mostly answered with 304: a list shown must not be yesterday's.
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': page.status < 500 ? 'no-cache' : 'no-store',
    vary: 'Accept-Encoding',
  })
  if (!page.packed) return reply.send(page.html)
  const { etag, encoded } = page.packed
  reply.header('etag', etag)
  if (page.status === 200 && request.headers['if-none-match'] === etag)
    return reply.code(304).send()
  const { encoding, body } = await encoded(request.headers['accept-encoding'] ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}

async function builtSite(server: FastifyInstance, dist: URL): Promise<() => Promise<Site>> {
  const client = new URL('client/', dist)
  const assets = await builtAssets(client)
  const module: { render: Render } = await import(new URL('ssr/ssr.js', dist).href)
  await server.register(fastifyStatic, {
    root: new URL('assets/', client),
    prefix: '/assets/',
    // Every name holds a hash of the content.
    immutable: true,
    maxAge: '365d',
    index: false,
    preCompressed: true,
    decorateReply: false,
  })
  await server.register(fastifyStatic, {
    root: client,
    wildcard: false,
    globIgnore: ['assets/**'],
    maxAge: '1h',
    index: false,
    decorateReply: false,
  })
  const site = { render: module.render, assets }
  return async () => site
}

const lastResort = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong · Yolo</title>
<h1>That didn’t work</h1>
<p>Something went wrong on our side. Please <a href="">try again</a> in a moment.</p>
</html>
`
