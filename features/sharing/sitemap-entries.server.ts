import { sql } from 'kysely'
import { defaultDistance } from '#domain/position/distances.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { memberVisibleSql } from '#domain/visible.ts'
import { vouchedSql } from '#domain/who-speaks.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import type { Database } from '#platform/server/services.ts'

export type SitemapEntry = { path: string; changed: Date | null }

/** What the sitemap's addresses are read from. `cityOf` returns the point around which a city's page lists dishes. */
export type SitemapSource = {
  database: Database
  cityOf(slug: string): Promise<Point | null>
}

/** Maximum number of rows in a query, so that none of them holds up those of visitors. */
export const maxRows = 500

const slugs = new Map<number, string>(categories.map(({ id, slug }) => [id, slug]))

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

// Listed dishes for which nobody speaks are left out: search engines are invited neither to them nor to pages that have
// no other dish (rules: pages).

/** Fixed pages, and the pages of categories with at least one dish anywhere. */
async function* pages({ database }: SitemapSource) {
  const { rows } = await sql<{ id: number }>`
    select category.id from unnest(${[...slugs.keys()]}::integer[]) as category (id)
     where exists (select from items i where i.category_id = category.id and i.listed and ${vouchedSql('i')})`.execute(
    database,
  )
  yield [...fixed, ...rows.map(({ id }) => ({ path: `/${slugs.get(id)}`, changed: null }))]
}

type Row = { key: number; changed: Date | null }

/** Yields all rows of a query in order of their key, an id. They are read by keyset, never by offset. */
async function* inBatches<T extends { key: number }>(
  { database }: SitemapSource,
  query: (after: number) => ReturnType<typeof sql<T>>,
): AsyncGenerator<T[]> {
  for (let after = 0; ;) {
    const { rows } = await query(after).execute(database)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.key
  }
}

const byId = (
  path: (id: number) => string,
  query: (after: number) => ReturnType<typeof sql<Row>>,
) =>
  async function* (source: SitemapSource) {
    for await (const rows of inBatches(source, query))
      yield rows.map(({ key, changed }): SitemapEntry => ({ path: path(key), changed }))
  }

/** Restaurants with at least one dish. */
const restaurants = byId(
  (id) => `/restaurant/${id}`,
  (after) => sql<Row>`
    select restaurant_id as key, max(newest_yolo_at) as changed
      from items
     where deleted_at is null and listed and ${vouchedSql('items')} and restaurant_id > ${after}
     group by restaurant_id order by restaurant_id limit ${maxRows}`,
)

const dishes = byId(
  (id) => `/dish/${id}`,
  (after) => sql<Row>`
    select id as key, newest_yolo_at as changed
      from items where listed and ${vouchedSql('items')} and id > ${after} order by id limit ${maxRows}`,
)

/**
 * Verified members who are shown to others and have a favorite that is too. Their other favorites don't count for the
 * date.
 */
const members = byId(
  (id) => `/user/${id}`,
  (after) => sql<Row>`
    select y.user_id as key, max(y.created_at) as changed
      from yolos y join users u on u.id = y.user_id and ${memberVisibleSql('u')} and u.email_verified_at is not null
                   join items i on i.id = y.item_id and i.listed
     where y.user_id > ${after}
     group by y.user_id order by y.user_id limit ${maxRows}`,
)

type Served = Point & { key: number; slug: string; kinds: number[]; changes: Date[] }

/**
 * Pages of a city and a category that have something to show: a dish of the city, near enough to be on its page.
 * Restaurants with dishes are read once, in the order of their ids, because a query of one city could read all of them.
 */
async function* cities(source: SitemapSource) {
  const found = new Map<string, { point: Point | null; changed: Map<number, Date> }>()
  const served = inBatches<Served>(
    source,
    (after) => sql<Served>`
      select r.id as key, r.city_slug as slug, r.latitude, r.longitude, kinds, changes
        from (select restaurant_id, array_agg(category_id::integer) as kinds, array_agg(newest_yolo_at) as changes
                from items
               where deleted_at is null and listed and ${vouchedSql('items')} and restaurant_id > ${after}
               group by restaurant_id order by restaurant_id limit ${maxRows}) dish
        join restaurants r on r.id = dish.restaurant_id order by r.id`,
  )
  for await (const rows of served)
    for (const { slug, kinds, changes, ...place } of rows) {
      const city = found.get(slug) ?? { point: await source.cityOf(slug), changed: new Map() }
      found.set(slug, city)
      if (!city.point || milesBetween(city.point, place) > defaultDistance) continue
      for (const [nth, kind] of kinds.entries()) {
        const before = city.changed.get(kind)
        if (!before || before < changes[nth]!) city.changed.set(kind, changes[nth]!)
      }
    }
  for (const [slug, { changed }] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (changed.size > 0)
      yield [...changed]
        .toSorted(([a], [b]) => a - b)
        .map(([kind, at]) => ({
          path: `/${slugs.get(kind)}/${encodeURIComponent(slug)}`,
          changed: at,
        }))
}

/** The lists of addresses, each in batches of at most `maxRows`. */
export const sitemapLists: Record<
  string,
  (source: SitemapSource) => AsyncIterable<SitemapEntry[]>
> = { pages, cities, restaurants, dishes, members }
