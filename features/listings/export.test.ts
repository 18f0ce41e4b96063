import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { maxExportedDishes } from './export.server.ts'

const app = await testApp()
const here = 'latitude=44.98&longitude=-93.27'
const take = (query: string) => app.get(`/api/yolos/export?${query}`)
const rowsOf = (text: string) => parse<Record<string, string>>(text, { columns: true })

test('S25 a list is taken along with its filters and beyond its first page, and no cell is a formula', async () => {
  const near = await app.restaurant({ name: '+Near "&" Sons' })
  for (let n = 1; n <= 30; n++)
    await app.item({
      restaurant: near.id,
      category: 3,
      by: (await app.member()).id,
      name: `=Burger ${n}`,
      upvotes: n,
      tags: n % 2 ? [36] : [37],
    })
  const csv = await take(`category=3&${here}&format=csv`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="yolo-burgers.csv"')
  // Reading the response as text removes the byte order mark, so it is checked in the bytes.
  const sent = await fetch(`${app.origin}/api/yolos/export?category=3&${here}&format=csv`)
  expect(Buffer.from(await sent.arrayBuffer()).toString('hex', 0, 3)).toBe('efbbbf')
  const rows = rowsOf(csv.text)
  expect(rows).toHaveLength(30)
  expect(rows[0]).toMatchObject({
    rank: '1',
    miles: '0',
    name: "'=Burger 30",
    category: 'Burgers',
    restaurant: `'+Near "&" Sons`,
    upvotes: '30',
    favorites: '1',
    tags: 'Smash',
    latitude: '44.98',
    link: expect.stringMatching(/^http:\/\/yolo\.test\/dish\/\d+$/),
    attribution: expect.stringContaining('GeoNames'),
  })
  expect(rowsOf((await take(`category=3&${here}&tags=36&format=csv`)).text)).toHaveLength(15)
})

test('a GeoJSON has the longitude first', async () => {
  const { headers, text } = await take(`category=3&${here}&format=geojson`)
  expect(headers.get('content-type')).toBe('application/geo+json; charset=utf-8')
  const { type, title, features } = JSON.parse(text)
  expect([type, title]).toEqual(['FeatureCollection', 'Burgers within 20 miles'])
  expect(features[0]).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-93.27, 44.98] },
    properties: { rank: 1, name: '=Burger 30' },
  })
})

test('a file ends with the thousandth dish of a list', async () => {
  const place = await app.restaurant({ latitude: 34.05, longitude: -118.24 })
  const { id: by } = await app.member({ id: 20 })
  const one = await app.item({ restaurant: place.id, category: 10, by, name: 'First' })
  // Their other columns are copied from the first item.
  await sql`
      insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, yolo_count, newest_yolo_at)
      select restaurant_id, category_id, 'Beer ' || n, 'beer ' || n, latitude, longitude, cell5, 1, newest_yolo_at
        from items, generate_series(1, ${maxExportedDishes + 50}::integer) n where id = ${one.id}`.execute(
    app.database,
  )
  const rows = rowsOf((await take('category=10&latitude=34.05&longitude=-118.24&format=csv')).text)
  expect(new Set(rows.map(({ link }) => link)).size).toBe(maxExportedDishes)
})

test('what is wrong is refused, and a list without a point is empty', async () => {
  for (const query of ['category=3', 'category=3&format=xlsx', 'category=3&latitude=1&format=csv'])
    expect((await take(query)).status, query).toBe(400)
  expect(JSON.parse((await take('category=3&format=geojson')).text).features).toEqual([])
})
