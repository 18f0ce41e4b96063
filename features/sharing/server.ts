import type { FastifyInstance } from 'fastify'
import { declareRefusal, notFound } from '#platform/contract/failure.ts'
import type { RunAsVisitor } from '#platform/server/feature.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { parsePhotoName, photoFileName } from '#features/photos/names.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { picturePng } from './picture.server.ts'
import { isDishPicture, isMemberPicture, createSharePictures } from './pictures.server.ts'
import { indexXml, openSitemapFiles, sitemapPaths, sitemapQueue } from './sitemap-files.server.ts'

export { backupRules } from './backup-rules.ts'

export const queues = (services: Services): JobQueue[] => [sitemapQueue(services)]

/** A site that has no sitemap yet gets one right after its start. */
export async function warm({ database, jobs }: Services): Promise<void> {
  const file = await database.selectFrom('sitemap_files').select('list').limit(1).executeTakeFirst()
  if (!file) await jobs.send('build-sitemaps', {})
}

const sitemapsNotBuilt = declareRefusal(
  503,
  'sitemaps_not_built',
  'The sitemap is being written. Please try again in a minute.',
)
const withHead = { exposeHeadRoute: true }
const hour = { 'cache-control': 'public, max-age=3600' }
const minute = { 'cache-control': 'public, max-age=60' }
/** Milliseconds that a picture waits for its photo, because previews are shown at once or not at all. */
const photoPatience = 2_000

/** Serves what search engines and previews of shared links request. It isn't under /api, because these aren't calls. */
export function serve(
  server: FastifyInstance,
  { settings, listing, limits }: Services,
  asVisitor: RunAsVisitor,
): void {
  const { origin } = settings
  const storage = openStorage(settings, 'photos', photoPatience)
  const drawn = createSharePictures(asVisitor, picturePng, async (image) => {
    const asked = parsePhotoName(image)
    return asked && storage.read(photoFileName(asked.name, 640, 'jpg'))
  })
  const sitemaps = openSitemapFiles(listing)
  const spend = (ip: string) => limits.spend('read', { ip, viewer: null })

  server.get('/og/*', { ...withHead, config: { embeddable: true } }, async (request, reply) => {
    const name = /^(.*)\.png$/.exec((request.params as { '*': string })['*'])?.[1]
    if (name === undefined) throw notFound()
    // Pages that show a picture may be another site's, so it uses up nothing else. Of a member the database is asked
    // even if their picture is cached.
    const budget = drawn.has(name) ? isMemberPicture(name) && 'drawn-preview' : 'preview'
    if (budget) await limits.spend(budget, { ip: request.ip, viewer: null })
    const { png: body, etag } = await drawn.get(name, request.ip)
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
    const paths = await sitemapPaths(listing)
    if (paths.length === 0) throw sitemapsNotBuilt()
    reply.headers({ ...hour, 'content-type': 'application/xml; charset=utf-8' })
    return indexXml(origin, paths)
  })

  server.get('/sitemaps/:file', withHead, async (request, reply) => {
    await spend(request.ip)
    const { file: name } = request.params as { file: string }
    const file = await sitemaps.find(name)
    if (!file) throw notFound()
    const etag = `"${file.hash}"`
    reply.headers({ ...hour, etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/gzip').send(await file.body())
  })
}
