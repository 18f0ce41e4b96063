import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { maxExportedDishes } from './export.server.ts'

const app = await testApp()
const here = 'latitude=44.977753&longitude=-93.265015'
const take = (query: string) => app.get(`/api/yolos/export?${query}`)
const rowsOf = (text: string) => parse<Record<string, string>>(text, { columns: true })

test('a list is taken along as it stands, with its filters, beyond its first page, and without what isn’t in it', async () => {
  const category = 3
  const [near, far, closed] = [
    await app.restaurant({ name: 'Near', latitude: 44.98, longitude: -93.27 }),
    await app.restaurant({ name: 'Far', latitude: 48.98, longitude: -93.27 }),
    await app.restaurant({ name: 'Closed', latitude: 44.98, longitude: -93.27 }),
  ]
  for (let n = 1; n <= 60; n++) {
    const { id: by } = await app.member()
    const tags = n % 2 === 0 ? [37] : [36]
    await app.item({ restaurant: near.id, category, by, name: `Burger ${n}`, upvotes: n, tags })
  }
  const secret = await app.member()
  await app.item({
    restaurant: near.id,
    category,
    by: secret.id,
    name: 'Told',
    upvotes: 99,
    tags: [36],
    description: 'Best at midnight',
  })
  await app.item({ restaurant: far.id, category, by: (await app.member()).id, name: 'Far off' })
  await app.item({ restaurant: closed.id, category, by: (await app.member()).id, name: 'Shut' })
  const hidden = { hidden_at: new Date() }
  await app.database.updateTable('restaurants').set(hidden).where('id', '=', closed.id).execute()

  const listed: string[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor ? `&list=nearBy&cursor=${cursor}` : ''
    const { body } = await app.get(`/api/yolos?category=3&${here}${more}`)
    listed.push(...body.nearBy.map(({ itemName }: { itemName: string }) => itemName))
    cursor = body.nearByCursor
  } while (cursor)
  expect(listed).toHaveLength(61)
  const csv = await take(`category=3&${here}&format=csv`)
  expect(csv.status).toBe(200)
  // Reading the response as text removes the byte order mark, so it is checked in the bytes.
  const sent = await fetch(`${app.origin}/api/yolos/export?category=3&${here}&format=csv`)
  expect(Buffer.from(await sent.arrayBuffer()).toString('hex', 0, 3)).toBe('efbbbf')
  expect(csv.headers.get('content-disposition')).toBe(
    'attachment; filename="yolo-burgers-minneapolis-mn-us.csv"',
  )
  const rows = rowsOf(csv.text)
  expect(rows.map(({ name }) => name)).toEqual(listed)
  expect(rows[0]).toMatchObject({
    rank: '1',
    restaurant: 'Near',
    city: 'Minneapolis, MN, US',
    upvotes: '99',
    tags: 'Bacon',
    latitude: '44.98',
    longitude: '-93.27',
  })
  expect(Number(rows[0]!.miles)).toBeCloseTo(0.29, 1)
  // A list's file contains only dishes, not who saved them or what they wrote.
  expect(csv.text).not.toContain('midnight')
  expect(csv.text).not.toContain(secret.name)

  const smash = await take(`category=3&${here}&distanceMiles=5&tags=37&format=geojson`)
  expect(smash.headers.get('content-type')).toBe('application/geo+json; charset=utf-8')
  const { title, features } = JSON.parse(smash.text)
  expect(title).toBe('Burgers within 5 miles of Minneapolis, MN, US, with the tag Smash')
  expect(features).toHaveLength(30)
  expect(features[0].geometry.coordinates).toEqual([-93.27, 44.98])
  expect((await take(`category=3&${here}&format=kml`)).text.match(/<Placemark>/g)).toHaveLength(61)
})

test('a restaurant is of all sources that are merged into it, each named once', async () => {
  const at = { latitude: 40.71, longitude: -74.01 }
  const places = [await app.restaurant(at), await app.restaurant(at), await app.restaurant(at)]
  const [stays, ...others] = places.map(({ id }) => id)
  const of = (id: number, source: string, licence: string) =>
    app.database.updateTable('restaurants').set({ source, licence }).where('id', '=', id).execute()
  await of(stays!, 'Overture Maps', 'CDLA Permissive 2.0')
  for (const id of others) {
    await of(id, 'OpenStreetMap', 'ODbL 1.0')
    const admin = await app.member({ id: id === others[0] ? 6 : 7 })
    await app.post(`/api/restaurants/${id}/merge`, { into: stays }, { as: admin })
  }
  await app.item({ restaurant: stays!, category: 2, by: (await app.member()).id, name: 'Slice' })
  const file = await take('category=2&latitude=40.71&longitude=-74.01&format=csv')
  expect(rowsOf(file.text)[0]!.attribution).toBe(
    'Overture Maps Foundation, https://overturemaps.org, CDLA Permissive 2.0; © OpenStreetMap contributors, https://www.openstreetmap.org/copyright, ODbL 1.0; city: GeoNames, CC BY 4.0, https://www.geonames.org',
  )
  const { restaurant } = (await app.get(`/api/restaurants/${stays}`)).body
  expect(restaurant.licence).toBe('CDLA Permissive 2.0, ODbL 1.0')
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
  expect(rows).toHaveLength(maxExportedDishes)
  expect(new Set(rows.map(({ link }) => link)).size).toBe(maxExportedDishes)
})

test('what is asked wrongly is told, and a list without a point is empty, as it is on the wire', async () => {
  const wrong = ['category=3', 'category=3&format=xlsx', `category=3&latitude=1&format=csv`]
  for (const query of wrong) expect((await take(query)).status, query).toBe(400)
  const empty = await take('category=3&format=geojson')
  expect(JSON.parse(empty.text).features).toEqual([])
})

test('S10 files have a budget of their own: the hundred and first within five minutes is a 429', async () => {
  const limited = await testApp({ rateLimits: true })
  const asked: number[] = []
  for (let n = 0; n < 101; n++)
    asked.push((await limited.get('/api/yolos/export?category=3&format=csv')).status)
  expect(asked).toEqual([...Array.from({ length: 100 }, () => 200), 429])
  // The limit doesn't apply to reading lists.
  expect((await limited.get('/api/yolos?category=3')).status).toBe(200)
})
