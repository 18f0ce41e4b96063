import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { readSitemap, sitemapXml } from './sitemap.testing.ts'
import { warm } from './server.ts'

const app = await testApp()
const { database } = app
let ann: Person
let nyes: { id: number }

beforeAll(async () => {
  ann = await app.member()
  nyes = await app.restaurant({ name: 'Nye’s <Bar> & Grill' })
})

it('a site that has no sitemap yet says so, and writes one right after its start', async () => {
  const { status, headers } = await app.get('/sitemap.xml')
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  await warm(app.services)
  await expect
    .poll(async () => (await app.get('/sitemap.xml')).status, { timeout: 20_000 })
    .toBe(200)
  expect(await sitemapXml(app, '/sitemaps/pages-1.xml.gz')).toContain('http://yolo.test/home')
})

it('leads to all that has something to show, and to nothing else', async () => {
  const ben = await app.member()
  const bare = await app.restaurant()
  const closed = await app.restaurant()
  const lucy = await app.item({ restaurant: nyes.id, category: 3, by: ann.id, upvotes: 5 })
  await app.item({ restaurant: nyes.id, category: 10, by: ann.id })
  const invented = await app.member({ verified: false })
  await app.item({ restaurant: nyes.id, category: 3, by: invented.id })
  const shut = await app.item({ restaurant: closed.id, category: 3, by: ann.id })
  const gone = await app.item({ restaurant: nyes.id, category: 2, by: ann.id })
  await app.post(`/api/items/${gone.id}/expired`, {}, { as: await app.member({ id: 6 }) })
  await database
    .updateTable('restaurants')
    .set({ deleted_at: new Date() })
    .where('id', '=', closed.id)
    .execute()
  const found = (await readSitemap(app)).pages.flat()
  for (const path of [
    '/home',
    '/burgers',
    '/burgers/minneapolis-mn-us',
    '/beer/minneapolis-mn-us',
    `/restaurant/${nyes.id}`,
    `/dish/${lucy.id}`,
    `/user/${ann.id}`,
  ])
    expect(found).toContain(path)
  for (const path of [
    '/pizza/minneapolis-mn-us',
    `/restaurant/${bare.id}`,
    `/restaurant/${closed.id}`,
    `/dish/${shut.id}`,
    `/dish/${gone.id}`,
    `/user/${ben.id}`,
    `/user/${invented.id}`,
  ])
    expect(found).not.toContain(path)
  expect(new Set(found).size).toBe(found.length)
})

it('names no member whose favorites nobody else sees, nor when such a favorite was saved', async () => {
  const hidden = await app.restaurant()
  const [shy, both] = [await app.member(), await app.member()]
  await app.item({ restaurant: nyes.id, category: 3, by: both.id })
  for (const { id } of [shy, both]) await app.item({ restaurant: hidden.id, category: 4, by: id })
  const unconfirmed = { hidden_at: new Date(), unconfirmed: true, added_by: shy.id }
  await database.updateTable('restaurants').set(unconfirmed).where('id', '=', hidden.id).execute()
  const dates = { seen: new Date('2026-01-02'), unseen: new Date('2026-03-04') }
  for (const [restaurant, created_at] of [
    [nyes.id, dates.seen],
    [hidden.id, dates.unseen],
  ] as const)
    await database
      .updateTable('yolos')
      .set({ created_at })
      .where('user_id', '=', both.id)
      .where('item_id', 'in', (query) =>
        query.selectFrom('items').select('id').where('restaurant_id', '=', restaurant),
      )
      .execute()
  const { pages, text } = await readSitemap(app, 'members')
  expect(pages.flat()).toContain(`/user/${both.id}`)
  expect(pages.flat()).not.toContain(`/user/${shy.id}`)
  expect(text).toContain('2026-01-02')
  expect(text).not.toContain('2026-03-04')
})

describe('a file of the sitemap', () => {
  it('is what the job wrote, whatever was saved since, and is sent as it is stored', async () => {
    const { files } = await readSitemap(app, 'dishes')
    const before = await app.get(files[0]!)
    expect(before.headers.get('content-type')).toBe('application/gzip')
    const { id } = await app.item({ restaurant: nyes.id, category: 5, by: ann.id })
    expect(await sitemapXml(app, files[0]!)).not.toContain(`/dish/${id}<`)
    const etag = before.headers.get('etag')!
    const known = { headers: { 'If-None-Match': etag } }
    expect((await app.get(files[0]!, known)).status).toBe(304)
    const { pages } = await readSitemap(app, 'dishes')
    expect(pages.flat()).toContain(`/dish/${id}`)
    expect((await app.get(files[0]!, known)).status).toBe(200)
  })

  it.each([
    '/sitemaps/dishes.xml?after=0',
    '/sitemaps/dishes-2.xml.gz',
    '/sitemaps/dishes-0.xml.gz',
    '/sitemaps/dishes-99999999999.xml.gz',
    '/sitemaps/users-1.xml.gz',
    '/sitemaps/__proto__-1.xml.gz',
    '/sitemaps/cities-1.xml.gz%27%3B',
  ])('%s is none: 404', async (path) => {
    await readSitemap(app)
    expect((await app.get(path)).status).toBe(404)
  })

  it('holds its share of a list, which is cut without a gap or an overlap', async () => {
    for (const city_slug of ['fargo-nd-us', 'chicago-il-us', 'madison-wi-us', 'nowhere-zz-us']) {
      const { id } = await app.restaurant({ latitude: 46.87719, longitude: -96.7898 })
      await database.updateTable('restaurants').set({ city_slug }).where('id', '=', id).execute()
      for (const category of [1, 2, 3])
        await app.item({ restaurant: id, category, by: (await app.member()).id })
    }
    for (const list of ['restaurants', 'cities', 'members', 'dishes']) {
      const whole = await readSitemap(app, list)
      expect(whole.files).toEqual([`/sitemaps/${list}-1.xml.gz`])
      const { pages } = await readSitemap(app, list, 3)
      expect(pages.length).toBe(Math.ceil(whole.pages[0]!.length / 3))
      expect(pages.flat()).toEqual(whole.pages[0])
    }
    // Files of a list that has become shorter are gone.
    await readSitemap(app)
    expect((await app.get('/sitemaps/members-2.xml.gz')).status).toBe(404)
    // Of these cities only Fargo is near its restaurant.
    const cities = (await readSitemap(app, 'cities')).pages.flat()
    expect(cities.filter((path) => path.includes('fargo'))).toHaveLength(3)
    expect(cities.join()).not.toMatch(/chicago|madison|nowhere/)
  })
})
