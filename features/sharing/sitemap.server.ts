import { sql } from 'kysely'
import { shown } from '#domain/visible.ts'
import type { Database } from '#platform/server/services.ts'
import { categories } from '#domain/vocabulary/categories.ts'

export type Entry = { path: string; changed: Date | null }

/**
 * A list of addresses, in the order of a key. A sitemap file may hold 50,000 addresses, so a list is cut into
 * files by key: `after` begins one, and reading goes on by keyset, never by offset.
 */
export type AddressList = {
  /** Keys that a file may hold; each stands for at most `perKey` addresses. */
  perFile: number
  /** The last key of the next `count` after `after`, or null when fewer are left. */
  boundary(database: Database, after: string, count: number): Promise<string | null>
  /** The addresses of the next `count` keys; `last` is null at the end of the list. */
  read(
    database: Database,
    after: string,
    count: number,
  ): Promise<{ entries: Entry[]; keys: number; last: string | null }>
  accepts(after: string): boolean
}

const maxAddresses = 50_000
const isId = (after: string) => /^(0|[1-9]\d{0,9})$/.test(after) && Number(after) <= 2_147_483_647
const slugs = new Map<number, string>(categories.map(({ id, slug }) => [id, slug]))

type Row = { key: number; changed: Date | null }

/** Rows `key, changed` in the order of an integer key. */
function byId(
  path: (id: number) => string,
  rows: (after: number, count: number) => ReturnType<typeof sql<Row>>,
): AddressList {
  return {
    perFile: maxAddresses,
    accepts: isId,
    async boundary(database, after, count) {
      const { rows: found } = await sql<{ key: number | null; count: number }>`
        select max(key) as key, count(*)::integer as count
          from (${rows(Number(after), count)}) one`.execute(database)
      const row = found[0]
      return row?.count === count && row.key !== null ? String(row.key) : null
    },
    async read(database, after, count) {
      const { rows: found } = await rows(Number(after), count).execute(database)
      return {
        entries: found.map(({ key, changed }) => ({ path: path(key), changed })),
        keys: found.length,
        last: found.length === count ? String(found.at(-1)!.key) : null,
      }
    },
  }
}

/** Restaurants that serve a dish that is listed. */
const restaurants = byId(
  (id) => `/restaurant/${id}`,
  (after, count) => sql<Row>`
    select restaurant_id as key, max(newest_yolo_at) as changed
      from items
     where deleted_at is null and listed and restaurant_id > ${after}
     group by restaurant_id order by restaurant_id limit ${count}`,
)

/** Dishes that are listed. */
const dishes = byId(
  (id) => `/dish/${id}`,
  (after, count) => sql<Row>`
    select id as key, newest_yolo_at as changed
      from items where listed and id > ${after} order by id limit ${count}`,
)

/** Members who keep a favourite and haven't disabled their account. */
const members = byId(
  (id) => `/user/${id}`,
  (after, count) => sql<Row>`
    select y.user_id as key, max(y.created_at) as changed
      from yolos y join users u on u.id = y.user_id and ${shown('u')}
     where y.user_id > ${after}
     group by y.user_id order by y.user_id limit ${count}`,
)

// The next slugs by leaps through the index, however many restaurants each of them has.
const nextCities = (after: string, count: number) => sql<{ slug: string; at: number }>`
  with recursive city (slug, at) as (
    (select city_slug, 1 from restaurants where city_slug > ${after} order by city_slug limit 1)
    union all
    select (select r.city_slug from restaurants r where r.city_slug > c.slug order by r.city_slug limit 1), c.at + 1
      from city c where c.slug is not null and c.at < ${count}
  ) select slug, at from city where slug is not null`

/** City × category pages that have something to show. */
const cities: AddressList = {
  perFile: Math.floor(maxAddresses / categories.length),
  accepts: (after) => /^[\p{L}\p{N}_-]{0,200}$/u.test(after),
  async boundary(database, after, count) {
    const { rows } = await sql<{ slug: string }>`
      select slug from (${nextCities(after, count)}) found where at = ${count}`.execute(database)
    return rows[0]?.slug ?? null
  },
  async read(database, after, count) {
    const { rows } = await sql<{ slug: string; found: { id: number; changed: string }[] }>`
      select city.slug, coalesce(list.found, '[]') as found
        from (${nextCities(after, count)}) city
        left join lateral (
          select jsonb_agg(jsonb_build_object('id', one.category_id, 'changed', one.changed) order by one.category_id) as found
            from (select i.category_id, max(i.newest_yolo_at) as changed
                    from restaurants r join items i on i.restaurant_id = r.id and i.deleted_at is null and i.listed
                   where r.city_slug = city.slug
                   group by i.category_id) one
        ) list on true
       order by city.slug`.execute(database)
    return {
      entries: rows.flatMap(({ slug, found }) =>
        found.map(({ id, changed }) => ({
          path: `/${slugs.get(id)}/${encodeURIComponent(slug)}`,
          changed: new Date(changed),
        })),
      ),
      keys: rows.length,
      last: rows.length === count ? rows.at(-1)!.slug : null,
    }
  },
}

export const lists: Record<string, AddressList> = { cities, restaurants, dishes, members }

const first: Record<string, string> = { cities: '', restaurants: '0', dishes: '0', members: '0' }

/** Where each file of a list begins. */
export async function beginnings(
  database: Database,
  name: string,
  perFile = lists[name]!.perFile,
): Promise<string[]> {
  const found: string[] = []
  let after: string | null = first[name]!
  while (after !== null) {
    found.push(after)
    after = await lists[name]!.boundary(database, after, perFile)
  }
  return found
}

/** One file's addresses, read in small steps while they are sent. */
export async function* addresses(
  database: Database,
  name: string,
  after: string,
  perFile = lists[name]!.perFile,
  step = 500,
): AsyncGenerator<Entry> {
  let at: string | null = after
  for (let left = perFile; left > 0 && at !== null;) {
    const { entries, keys, last } = await lists[name]!.read(database, at, Math.min(step, left))
    yield* entries
    left -= keys
    at = last
  }
}
