import { sql } from 'kysely'
import { defaultDistance } from '#domain/distances.ts'
import type { Point } from '#domain/miles.ts'
import { memberVisibleSql } from '#domain/visible.ts'
import type { Database } from '#platform/server/services.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { escapeXml } from '#platform/text/xml.ts'

export type SitemapEntry = { path: string; changed: Date | null }

/** What the sitemap's URLs are read from. `cityOf` returns the point around which a city's page lists dishes. */
export type SitemapSource = {
  database: Database
  cityOf(slug: string): Promise<Point | null>
}

/**
 * A list of addresses in the order of a key. A sitemap file may contain at most 50,000 addresses, so a list is split
 * into files by key. `after` is the key before a file's first key. Addresses are read by keyset, never by offset.
 */
export type SitemapList = {
  /** Maximum number of keys in a file. A city is one key with an address for each category. */
  perFile: number
  /** Returns the last of the next `count` keys after `after`, or null if fewer are left. */
  boundary(source: SitemapSource, after: string, count: number): Promise<string | null>
  /** Returns the addresses of the next `count` keys. `last` is null at the end of the list. */
  read(
    source: SitemapSource,
    after: string,
    count: number,
  ): Promise<{ entries: SitemapEntry[]; keys: number; last: string | null }>
  accepts(after: string): boolean
}

const maxAddresses = 50_000
const isId = (after: string) => /^(0|[1-9]\d{0,9})$/.test(after) && Number(after) <= 2_147_483_647
const slugs = new Map<number, string>(categories.map(({ id, slug }) => [id, slug]))

type Row = { key: number; changed: Date | null }

/** Returns the list for pages with numeric ids. `rows` must select `key` (the id) and `changed`, ordered by `key`. */
function byId(
  path: (id: number) => string,
  rows: (after: number, count: number) => ReturnType<typeof sql<Row>>,
): SitemapList {
  return {
    perFile: maxAddresses,
    accepts: isId,
    async boundary({ database }, after, count) {
      const { rows: found } = await sql<{ key: number | null; count: number }>`
        select max(key) as key, count(*)::integer as count
          from (${rows(Number(after), count)}) one`.execute(database)
      const row = found[0]
      return row?.count === count && row.key !== null ? String(row.key) : null
    },
    async read({ database }, after, count) {
      const { rows: found } = await rows(Number(after), count).execute(database)
      return {
        entries: found.map(({ key, changed }) => ({ path: path(key), changed })),
        keys: found.length,
        last: found.length === count ? String(found.at(-1)!.key) : null,
      }
    },
  }
}

/** Restaurants with at least one listed dish. */
const restaurants = byId(
  (id) => `/restaurant/${id}`,
  (after, count) => sql<Row>`
    select restaurant_id as key, max(newest_yolo_at) as changed
      from items
     where deleted_at is null and listed and restaurant_id > ${after}
     group by restaurant_id order by restaurant_id limit ${count}`,
)

const dishes = byId(
  (id) => `/dish/${id}`,
  (after, count) => sql<Row>`
    select id as key, newest_yolo_at as changed
      from items where listed and id > ${after} order by id limit ${count}`,
)

/** Members who have a favorite and are shown to others. */
const members = byId(
  (id) => `/user/${id}`,
  (after, count) => sql<Row>`
    select y.user_id as key, max(y.created_at) as changed
      from yolos y join users u on u.id = y.user_id and ${memberVisibleSql('u')}
     where y.user_id > ${after}
     group by y.user_id order by y.user_id limit ${count}`,
)

// Finds the next slugs with one index lookup each, however many restaurants they have.
const nextCities = (after: string, count: number) => sql<{ slug: string; at: number }>`
  with recursive city (slug, at) as (
    (select city_slug, 1 from restaurants where city_slug > ${after} order by city_slug limit 1)
    union all
    select (select r.city_slug from restaurants r where r.city_slug > c.slug order by r.city_slug limit 1), c.at + 1
      from city c where c.slug is not null and c.at < ${count}
  ) select slug, at from city where slug is not null`

/**
 * Pages of a city and a category that have something to show: a listed dish of the city, near enough to be on its page.
 */
const cities: SitemapList = {
  perFile: Math.floor(maxAddresses / categories.length),
  accepts: (after) => /^[\p{L}\p{N}_-]{0,200}$/u.test(after),
  async boundary({ database }, after, count) {
    const { rows } = await sql<{ slug: string }>`
      select slug from (${nextCities(after, count)}) found where at = ${count}`.execute(database)
    return rows[0]?.slug ?? null
  },
  async read({ database, cityOf }, after, count) {
    const { rows } = await sql<{ slug: string }>`
      select slug from (${nextCities(after, count)}) city order by slug`.execute(database)
    const places = await Promise.all(
      rows.map(async ({ slug }) => ({ slug, ...(await cityOf(slug)) })),
    )
    const known = JSON.stringify(places.filter(({ latitude }) => latitude !== undefined))
    const { rows: found } = await sql<{ slug: string; id: number; changed: Date }>`
      select city.slug, i.category_id as id, max(i.newest_yolo_at) as changed
        from jsonb_to_recordset(${known}::jsonb) as city (slug text, latitude float8, longitude float8)
        join restaurants r on r.city_slug = city.slug
         and miles_between(city.latitude, city.longitude, r.latitude, r.longitude) <= ${defaultDistance}
        join items i on i.restaurant_id = r.id and i.listed
       group by city.slug, i.category_id order by city.slug, i.category_id`.execute(database)
    return {
      entries: found.map(({ slug, id, changed }) => ({
        path: `/${slugs.get(id)}/${encodeURIComponent(slug)}`,
        changed,
      })),
      keys: rows.length,
      last: rows.length === count ? rows.at(-1)!.slug : null,
    }
  },
}

/** Returns the pages of categories with at least one listed dish anywhere. */
export async function listedCategories(database: Database): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ id: number }>`
    select category.id from unnest(${[...slugs.keys()]}::integer[]) as category (id)
     where exists (select from items i where i.category_id = category.id and i.listed)`.execute(
    database,
  )
  return rows.map(({ id }) => ({ path: `/${slugs.get(id)}`, changed: null }))
}

export const sitemapLists: Record<string, SitemapList> = { cities, restaurants, dishes, members }

const first: Record<string, string> = { cities: '', restaurants: '0', dishes: '0', members: '0' }

/** Returns the `after` of each file of a list. */
export async function sitemapFileStarts(
  source: SitemapSource,
  name: string,
  perFile = sitemapLists[name]!.perFile,
): Promise<string[]> {
  const found: string[] = []
  let after: string | null = first[name]!
  while (after !== null) {
    found.push(after)
    after = await sitemapLists[name]!.boundary(source, after, perFile)
  }
  return found
}

/** Returns the addresses of one file. They are read in small steps while they are sent. */
export async function* sitemapFileEntries(
  source: SitemapSource,
  name: string,
  after: string,
  perFile = sitemapLists[name]!.perFile,
  step = 500,
): AsyncGenerator<SitemapEntry> {
  let at: string | null = after
  for (let left = perFile; left > 0 && at !== null;) {
    const { entries, keys, last } = await sitemapLists[name]!.read(source, at, Math.min(step, left))
    yield* entries
    left -= keys
    at = last
  }
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const indexXml = (origin: string, paths: string[]) =>
  `${head}<sitemapindex ${space}>\n${paths
    .map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`

/** Returns the XML in pieces of about 16 KB, while the entries are being read. */
export async function* sitemapXml(
  origin: string,
  entries: Iterable<SitemapEntry> | AsyncIterable<SitemapEntry>,
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
