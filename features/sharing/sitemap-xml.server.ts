import { escapeXml } from '#platform/text/xml.ts'
import type { Entry } from './sitemap.server.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const indexXml = (origin: string, paths: string[]) =>
  `${head}<sitemapindex ${space}>\n${paths
    .map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`

/** In pieces of some kilobytes, as they are read. */
export async function* sitemapXml(
  origin: string,
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): AsyncGenerator<string> {
  let piece = `${head}<urlset ${space}>\n`
  for await (const { path, changed } of entries) {
    const date = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    piece += `<url><loc>${escapeXml(origin + path)}</loc>${date}</url>\n`
    if (piece.length < 16_384) continue
    yield piece
    piece = ''
  }
  yield `${piece}</urlset>\n`
}
