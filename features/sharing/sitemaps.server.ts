import { sql } from 'kysely'
import { countsSql } from '#domain/visible.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import type { Database } from '#platform/server/services.ts'
import { escapeHtml } from '#platform/text/escape-html.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
/** Number of ids that one file covers (sitemaps.org allows 50,000 addresses), and of rows in a query. */
const [idsPerFile, batch] = [50_000, 500]

/** Pages that have content even if the database is empty. */
const fixedPages =
  '/home /eat /drinks /categories /search-restaurant /about /faq /terms /policy /contest1 /contest2 /contest_disclaimer_and_conditions'.split(
    ' ',
  )
const slugs = new Map<number, string>(categories.map(({ id, slug }) => [id, slug]))

type Entry = { path: string; changed: Date | null }
type Row = Omit<Entry, 'path'> & { key: number }
type Range = { after: number; last: number }

/** Yields a page for each row, read by keyset so that a file is never in memory as a whole. */
const byId = (path: string, query: (range: Range) => ReturnType<typeof sql<Row>>) =>
  async function* (database: Database, { after, last }: Range): AsyncGenerator<Entry> {
    for (let from = after; ;) {
      const { rows } = await query({ after: from, last }).execute(database)
      for (const { key, changed } of rows) yield { path: `${path}/${key}`, changed }
      if (rows.length < batch) return
      from = rows.at(-1)!.key
    }
  }

async function* pages(database: Database): AsyncGenerator<Entry> {
  for (const path of fixedPages) yield { path, changed: null }
  const { rows } = await sql<{ id: number }>`
    select category.id from unnest(${[...slugs.keys()]}::integer[]) as category (id)
     where exists (select from items i where i.category_id = category.id and i.listed)`.execute(
    database,
  )
  for (const { id } of rows) yield { path: `/${slugs.get(id)}`, changed: null }
}

type Served = { key: number; slug: string; category: number; changed: Date | null }

/** The pages of a city and a category that have a dish. Restaurants are read in the order of their ids. */
async function* cities(database: Database): AsyncGenerator<Entry> {
  const newest = new Map<string, Date | null>()
  for (let from = 0; ;) {
    const { rows } = await sql<Served>`
      select r.id as key, r.city_slug as slug, i.category_id as category, max(i.newest_yolo_at) as changed
        from (select restaurant_id from items where listed and restaurant_id > ${from}
               group by restaurant_id order by restaurant_id limit ${batch}) served
        join restaurants r on r.id = served.restaurant_id and r.city_slug <> ''
        join items i on i.restaurant_id = r.id and i.listed
       group by r.id, i.category_id order by r.id`.execute(database)
    for (const { slug, category, changed } of rows) {
      const path = `/${slugs.get(category)}/${encodeURIComponent(slug)}`
      const known = newest.get(path)
      if (!known || (changed && changed > known)) newest.set(path, changed)
    }
    if (rows.length === 0) break
    from = rows.at(-1)!.key
  }
  for (const [path, changed] of [...newest].toSorted()) yield { path, changed }
}

const lists = {
  pages,
  cities,
  restaurants: byId(
    '/restaurant',
    ({ after, last }) => sql<Row>`
      select restaurant_id as key, max(newest_yolo_at) as changed from items
       where listed and restaurant_id > ${after} and restaurant_id <= ${last}
       group by restaurant_id order by restaurant_id limit ${batch}`,
  ),
  dishes: byId(
    '/dish',
    ({ after, last }) => sql<Row>`
      select id as key, newest_yolo_at as changed from items
       where listed and id > ${after} and id <= ${last} order by id limit ${batch}`,
  ),
  members: byId(
    '/user',
    ({ after, last }) => sql<Row>`
      select y.user_id as key, max(y.created_at) as changed
        from yolos y join users u on u.id = y.user_id and ${countsSql('u')}
       where y.user_id > ${after} and y.user_id <= ${last}
       group by y.user_id order by y.user_id limit ${batch}`,
  ),
}
type List = keyof typeof lists
export const isSitemapList = (name: string): name is List => Object.hasOwn(lists, name)

/** Returns the names of all files: one for pages and cities, and one per range of ids for each other list. */
export async function sitemapFiles(database: Database): Promise<string[]> {
  const { rows } = await sql<Record<'restaurants' | 'dishes' | 'members', number>>`
    select (select coalesce(max(restaurant_id), 0) from items) as restaurants,
           (select coalesce(max(id), 0) from items) as dishes,
           (select coalesce(max(user_id), 0) from yolos) as members`.execute(database)
  const byRange = Object.entries(rows[0]!).flatMap(([list, highest]) =>
    Array.from({ length: Math.ceil(highest / idsPerFile) }, (_, part) => `${list}-${part}.xml`),
  )
  return ['pages-0.xml', 'cities-0.xml', ...byRange]
}

export const sitemapIndex = (origin: string, files: string[]) =>
  `${head}<sitemapindex ${space}>\n${files
    .map((file) => `<sitemap><loc>${escapeHtml(`${origin}/sitemaps/${file}`)}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`

/** Yields the XML of a file. Search engines read each list in files of `idsPerFile` ids. */
export async function* sitemapXml(
  database: Database,
  origin: string,
  list: List,
  part: number,
): AsyncGenerator<string> {
  const range = { after: part * idsPerFile, last: (part + 1) * idsPerFile }
  yield `${head}<urlset ${space}>\n`
  for await (const { path, changed } of lists[list](database, range)) {
    const date = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    yield `<url><loc>${escapeHtml(origin + path)}</loc>${date}</url>\n`
  }
  yield '</urlset>\n'
}
