import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'
import { isSitemapList, sitemapFiles, sitemapIndex, sitemapXml } from './sitemaps.server.ts'

const hour = { 'cache-control': 'public, max-age=3600' }

/** Serves what search engines request. It isn't under /api, because these aren't calls. */
export function serve(server: FastifyInstance, { settings, database, limits }: Services): void {
  const { origin } = settings
  const withHead = { exposeHeadRoute: true }
  const xml = 'application/xml; charset=utf-8'
  server.get('/robots.txt', withHead, async (_request, reply) => {
    reply.headers({ ...hour, 'content-type': 'text/plain; charset=utf-8' })
    return `User-agent: *
Disallow: /api/
Allow: /api/yolo-image/
Allow: /api/avatars/
Sitemap: ${origin}/sitemap.xml
`
  })
  server.get('/sitemap.xml', withHead, async ({ ip }, reply) => {
    await limits.spend('read', { ip, viewer: null })
    reply.headers(hour).type(xml)
    return sitemapIndex(origin, await sitemapFiles(database))
  })
  server.get('/sitemaps/:file', withHead, async ({ ip, params }, reply) => {
    await limits.spend('read', { ip, viewer: null })
    const { file } = params as { file: string }
    const [, list, part] = /^([a-z]+)-(\d{1,5})\.xml$/.exec(file) ?? []
    if (!list || !isSitemapList(list)) throw notFound()
    reply.headers(hour).type(xml)
    return reply.send(Readable.from(sitemapXml(database, origin, list, Number(part))))
  })
}
