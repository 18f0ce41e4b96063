import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { cityPlaceBySlug } from '#features/places/providers/embedded.server.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { notFound } from '#platform/contract/failure.ts'
import type { RunCall } from '#platform/contract/wire.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import type { Services } from '#platform/server/services.ts'
import { parsePhotoName, photoFileName } from '#features/photos/names.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { picturePng } from './picture.server.ts'
import { isDishPicture, createSharePictures } from './pictures.server.ts'
import {
  sitemapFileEntries,
  sitemapFileStarts,
  listedCategories,
  sitemapLists,
  type SitemapEntry,
  type SitemapSource,
  indexXml,
  sitemapXml,
} from './sitemap.server.ts'

const xml = { 'content-type': 'application/xml; charset=utf-8' }
const withHead = { exposeHeadRoute: true }
const hour = { 'cache-control': 'public, max-age=3600' }
const minute = { 'cache-control': 'public, max-age=60' }

/** Pages that have content even if the database is empty. */
const fixed = [
  '/home',
  '/eat',
  '/drinks',
  '/categories',
  '/search-restaurant',
  '/about',
  '/faq',
  '/terms',
  '/policy',
  '/contests',
  '/contest1',
  '/contest2',
  '/contest_disclaimer_and_conditions',
].map((path): SitemapEntry => ({ path, changed: null }))

/** Serves what search engines and previews of shared links request. It isn't under /api, because these aren't calls. */
export function serve(
  server: FastifyInstance,
  { settings, listing, limits }: Services,
  ask: RunCall,
): void {
  const { origin } = settings
  const source: SitemapSource = {
    database: listing,
    async cityOf(slug) {
      const city = await cityPlaceBySlug(settings, slug)
      return city && roundPoint(city)
    },
  }
  const storage = openStorage(settings, 'photos')
  const drawn = createSharePictures(ask, picturePng, async (image) => {
    const asked = parsePhotoName(image)
    return asked && storage.read(photoFileName(asked.name, 640, 'jpg'))
  })
  // The lists are divided into files once an hour, not for each crawler.
  const files = promiseCache<string[]>({
    name: 'sitemaps',
    bytes: megabytesToBytes(4),
    ttl: 3_600_000,
    sizeOf: (paths) => paths.length * 200,
  })
  const spend = (ip: string) => limits.spend('read', { ip, viewer: null })

  server.get('/og/*', withHead, async (request, reply) => {
    const name = /^(.*)\.png$/.exec((request.params as { '*': string })['*'])?.[1]
    if (name === undefined) throw notFound()
    if (!drawn.has(name)) await spend(request.ip)
    const { png: body, etag } = await drawn.get(name)
    // Pages of other sites may embed the picture, because it is made for them.
    reply.headers({
      ...(isDishPicture(name) ? minute : hour),
      etag,
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/png').send(body)
  })

  server.get('/robots.txt', withHead, async (_request, reply) => {
    reply.headers({ ...hour, 'content-type': 'text/plain; charset=utf-8' })
    return `User-agent: *
Disallow: /api/
Allow: /api/yolo-image/
Allow: /api/avatars/

Sitemap: ${origin}/sitemap.xml
`
  })

  server.get('/sitemap.xml', withHead, async (request, reply) => {
    await spend(request.ip)
    const paths = await files.get('index', () => filesOf(source))
    return reply.headers({ ...xml, ...hour }).send(indexXml(origin, paths))
  })

  server.get('/sitemaps/:name.xml', withHead, async (request, reply) => {
    await spend(request.ip)
    const { name } = request.params as { name: string }
    const { after = '' } = request.query as { after?: unknown }
    const list = Object.hasOwn(sitemapLists, name) ? sitemapLists[name] : undefined
    if (name !== 'pages' && !(typeof after === 'string' && list?.accepts(after))) throw notFound()
    const entries = list
      ? sitemapFileEntries(source, name, after as string)
      : [...fixed, ...(await listedCategories(listing))]
    return reply.headers({ ...xml, ...hour }).send(Readable.from(sitemapXml(origin, entries)))
  })
}

async function filesOf(source: SitemapSource): Promise<string[]> {
  const paths = ['/sitemaps/pages.xml']
  for (const name of Object.keys(sitemapLists))
    for (const after of await sitemapFileStarts(source, name))
      paths.push(`/sitemaps/${name}.xml?after=${encodeURIComponent(after)}`)
  return paths
}
