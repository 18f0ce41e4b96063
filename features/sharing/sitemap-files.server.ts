import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import { cityPlaceBySlug } from '#features/places/providers/embedded.server.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { notFound } from '#platform/contract/failure.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { escapeXml } from '#platform/text/xml.ts'
import { sitemapLists, type SitemapEntry, type SitemapSource } from './sitemap-entries.server.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
/** Maximum number of addresses in a file, and of files in the index, by sitemaps.org. */
const maxAddresses = 50_000
const compressed = promisify(gzip)

export const indexXml = (origin: string, paths: string[]) =>
  `${head}<sitemapindex ${space}>\n${paths
    .map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`

const fileXml = (urls: Buffer[]) =>
  Buffer.concat([Buffer.from(`${head}<urlset ${space}>\n`), ...urls, Buffer.from('</urlset>\n')])

const urlXml = (origin: string, { path, changed }: SitemapEntry) => {
  const date = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(origin + path)}</loc>${date}</url>\n`
}

/** Yields the XML of each file of a list. One file is in memory at a time. */
async function* sitemapFiles(
  origin: string,
  batches: AsyncIterable<SitemapEntry[]>,
  perFile = maxAddresses,
): AsyncGenerator<Buffer> {
  let urls: Buffer[] = []
  let left = perFile
  for await (const batch of batches)
    for (let rest = batch; rest.length > 0;) {
      const fitting = rest.slice(0, left)
      rest = rest.slice(left)
      left -= fitting.length
      // Encoded batch by batch, because encoding a file at once would hold up requests for some 20 ms.
      urls.push(Buffer.from(fitting.map((entry) => urlXml(origin, entry)).join('')))
      if (left > 0) continue
      yield fileXml(urls)
      urls = []
      left = perFile
    }
  if (urls.length > 0) yield fileXml(urls)
}

/**
 * Writes all files again. If it is interrupted, or runs twice at once, each file is still one whole file, and the next
 * run writes the rest.
 */
export async function buildSitemaps({ database, listing, settings }: Services, perFile?: number) {
  const source: SitemapSource = {
    database: listing,
    async cityOf(slug) {
      const city = await cityPlaceBySlug(settings, slug)
      return city && roundPoint(city)
    },
  }
  for (const [list, batches] of Object.entries(sitemapLists)) {
    let number = 0
    for await (const xml of sitemapFiles(settings.origin, batches(source), perFile)) {
      number += 1
      const hash = createHash('sha256').update(xml).digest('base64url')
      const body = await compressed(xml)
      await sql`
        insert into sitemap_files (list, number, body, hash) values (${list}, ${number}, ${body}, ${hash})
            on conflict (list, number) do update set body = excluded.body, hash = excluded.hash
         where sitemap_files.hash <> excluded.hash`.execute(database)
    }
    await database
      .deleteFrom('sitemap_files')
      .where('list', '=', list)
      .where('number', '>', number)
      .execute()
  }
}

export const sitemapQueue = (services: Services): JobQueue => ({
  name: 'build-sitemaps',
  every: '23 * * * *',
  run: () => buildSitemaps(services),
})

/** Returns the paths of all files. It is empty until the first ones are written. */
export async function sitemapPaths(database: Database): Promise<string[]> {
  const files = await database
    .selectFrom('sitemap_files')
    .select(['list', 'number'])
    .orderBy('list')
    .orderBy('number')
    .limit(maxAddresses)
    .execute()
  return files.map(({ list, number }) => `/sitemaps/${list}-${number}.xml.gz`)
}

/** Returns what finds a file by its name. Its content, compressed as it is stored, is only read if it is asked for. */
export function openSitemapFiles(database: Database) {
  const bodies = promiseCache<Buffer>({
    name: 'sitemaps',
    bytes: megabytesToBytes(4),
    ttl: 3_600_000,
    sizeOf: (body) => body.length,
  })
  return {
    async find(name: string) {
      const [, list, number] = /^([a-z]+)-([1-9]\d{0,4})\.xml\.gz$/.exec(name) ?? []
      if (!list) return null
      const file = database
        .selectFrom('sitemap_files')
        .where('list', '=', list)
        .where('number', '=', Number(number))
      const found = await file.select('hash').executeTakeFirst()
      return found
        ? {
            hash: found.hash,
            body: () =>
              bodies.get(found.hash, async () => {
                const { body } = await file.select('body').executeTakeFirstOrThrow(() => notFound())
                return body
              }),
          }
        : null
    },
  }
}
