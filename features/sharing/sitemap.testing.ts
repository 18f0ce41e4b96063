import { gunzipSync } from 'node:zlib'
import type { TestApp } from '#platform/testing/app.ts'
import { buildSitemaps } from './sitemap-files.server.ts'

const locs = (xml: string) =>
  [...xml.matchAll(/<loc>http:\/\/yolo\.test([^<]*)<\/loc>/g)].map(([, path]) => path!)

export async function sitemapXml(app: TestApp, path: string): Promise<string> {
  const answer = await fetch(app.origin + path)
  return gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
}

/**
 * Runs the job that writes the sitemap, and returns what crawlers find: the files of a list, or of all lists, with the
 * paths of their pages, and their XML.
 */
export async function readSitemap(app: TestApp, list = '', perFile?: number) {
  await buildSitemaps(app.services, perFile)
  const index = await app.get('/sitemap.xml')
  const files = locs(index.text).filter((path) => path.startsWith(`/sitemaps/${list}`))
  const xml = await Promise.all(files.map((path) => sitemapXml(app, path)))
  return { files, pages: xml.map(locs), text: xml.join('') }
}
