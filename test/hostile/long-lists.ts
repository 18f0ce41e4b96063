import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import { nameKey } from '#features/items/names.ts'
import { buildSitemaps } from '#features/sharing/sitemap-files.server.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { SiteProcess } from '#platform/testing/process.ts'
import { probedSite, type Work } from './held-up.ts'

/** A sign that becomes longer than others where it is escaped for HTML, then for XML. */
const sign = '"'
/** As many dishes as an export has, half of them at each restaurant: as many as its answer has. */
const dishes = 1_000
const category = 5
const city = { latitude: 44.98, longitude: -93.27 }

/**
 * Adds two restaurants with 500 dishes each, and three favorites of each dish. All names and texts are as long as they
 * may be.
 */
async function addLongLists({ database, restaurant }: TestApp) {
  const places = [
    await restaurant({ name: `${sign.repeat(199)}1`, ...city }),
    await restaurant({ name: `${sign.repeat(199)}2`, ...city }),
  ]
  const ids = places.map(({ id }) => id)
  const names = Array.from({ length: dishes }, (_, n) => `${n} ${sign.repeat(maxTextLength - 5)}`)
  const { rows: items } = await sql<{ id: number }>`
    insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
    select r.id, ${category}, wanted.name, wanted.key, r.latitude, r.longitude, r.cell5
      from unnest(${names}::text[], ${names.map(nameKey)}::text[]) with ordinality as wanted (name, key, n)
      join restaurants r on r.id = (${ids}::integer[])[1 + wanted.n % 2]
    returning items.id`.execute(database)
  const { rows: members } = await sql<{ id: number }>`
    insert into users (user_name, user_name_key, email_verified_at)
    select 'long ' || n, 'long ' || n, now() from generate_series(1, ${dishes}) n returning id`.execute(
    database,
  )
  for (const slot of [1, 2, 3])
    await sql`
      insert into yolos (user_id, item_id, category_id, slot, description, created_at)
      select member.id, item.id, ${category}, ${slot}, repeat(${sign}, ${maxTextLength}), now()
        from unnest(${members.map(({ id }) => id)}::integer[]) with ordinality as member (id, n)
        join unnest(${items.map(({ id }) => id)}::integer[]) with ordinality as item (id, n)
          on item.n = 1 + (member.n + ${slot}) % ${dishes}`.execute(database)
  return { restaurantId: ids[0]!, itemId: items[0]!.id, memberId: members[0]!.id }
}

type Added = Awaited<ReturnType<typeof addLongLists>>
/** Milliseconds after which a page is drawn again (platform/server/pages/cache.ts). */
const cachedFor = 1_600
const asked = `category=${category}&latitude=${city.latitude}&longitude=${city.longitude}`
const categoryPage = `/${categoryById(category).slug}`
const paths: Record<string, (added: Added) => string> = {
  'an export as KML': () => `/api/yolos/export?${asked}&format=kml`,
  'an export as GeoJSON': () => `/api/yolos/export?${asked}&format=geojson`,
  'an export as CSV': () => `/api/yolos/export?${asked}&format=csv`,
  'the export of a member': ({ memberId }) => `/api/users/${memberId}/export?format=kml`,
  'the answer of a restaurant': ({ restaurantId }) => `/api/restaurants/${restaurantId}`,
  'the page of a restaurant': ({ restaurantId }) => `/restaurant/${restaurantId}`,
  'the last page of a restaurant': ({ restaurantId }) => `/restaurant/${restaurantId}?page=10`,
  'a list': () => `/api/yolos?${asked}`,
  'the page of a list': () => categoryPage,
  'the page of a list of a city': () => `${categoryPage}/minneapolis-mn-us`,
  'the page of a member': ({ memberId }) => `/user/${memberId}`,
  'the page of a dish': ({ itemId }) => `/dish/${itemId}`,
  'a search': () => `/api/search?q=${encodeURIComponent('12 "')}`,
  'similar dishes': ({ restaurantId }) =>
    `/api/items/similar?restaurantId=${restaurantId}&category=${category}&itemName=${encodeURIComponent(sign.repeat(maxTextLength))}`,
  'a sitemap': () => '/sitemaps/dishes-1.xml.gz',
  'the description of all calls': () => '/api/openapi.json',
  'the page of all calls': () => '/api/docs',
  'the policy': () => '/policy',
}

/** Tests answers whose length depends on how much members have written. `judge` gets the longest of each kind. */
export function tryEachLongList(
  judge: (site: SiteProcess, work: Work, control: Work) => Promise<void>,
) {
  let site: SiteProcess
  let added: Added

  beforeAll(async () => {
    const app = await testApp()
    added = await addLongLists(app)
    await buildSitemaps(app.services)
    site = await probedSite(app)
    onFileEnd(() => site.end('SIGTERM'))
  }, 180_000)

  it.each(Object.entries(paths))('%s: nobody is held up', { timeout: 120_000 }, async (_, path) => {
    const read = async () => {
      const answer = await fetch(site.origin + path(added))
      await answer.text()
      expect(answer.status).toBe(200)
    }
    const readAgain = async () => {
      if (!path(added).startsWith('/api/')) await wait(cachedFor)
      await read()
    }
    await judge(site, readAgain, read)
  })
}
