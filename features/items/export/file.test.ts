import { parse } from 'csv-parse/sync'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { csvRows } from '#features/places/import/rows.server.ts'
import { exportFile } from './file.server.ts'
import { columnNames, exportedDish, type ExportRow } from './rows.server.ts'

const hostile = '=cmd|"/c calc"!A1, <script>&\u0007\r\n"Jalapeño" 🍔'
const row: ExportRow = {
  id: 7,
  name: hostile,
  categoryId: 3,
  restaurant: '+Anchor & <Sons>',
  address: '1 "Test" Street,\nMinneapolis',
  city: 'Minneapolis, MN, US',
  upvotes: 4,
  favorites: 1,
  price: null,
  tags: [37, 36],
  phone: '+1 612 555 0100',
  website: 'https://anchor.example/?a=1&b=2',
  latitude: -44.9777531234,
  longitude: 93.2650151234,
  gone: false,
  closed: true,
  sources: [{ source: 'OpenStreetMap', licence: 'ODbL 1.0' }],
}
const written = async (format: 'csv' | 'kml' | 'geojson', rows = [row]) => {
  const file = await exportFile(format, {
    title: 'Ann & Bob’s <favorites>',
    name: 'yolo-test',
    columns: columnNames(['rank'], []),
    rows: rows.map((one, at) => exportedDish(one, 'https://yolo.example', { rank: at + 1 }, {})),
  })
  return { headers: file.headers, text: (file.body as Buffer).toString() }
}

test('a CSV is RFC 4180 with a header of its own, and no cell is a formula (S25)', async () => {
  const { text, headers } = await written('csv')
  expect(headers).toMatchObject({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': 'attachment; filename="yolo-test.csv"',
  })
  // Excel needs this byte order mark to read UTF-8. Our own import accepts files with and without it.
  expect(text).toMatch(/^\uFEFF"rank","name",/)
  const [cells] = parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) as [
    Record<string, string>,
  ]
  expect(cells).toMatchObject({
    rank: '1',
    name: `'${hostile}`,
    restaurant: "'+Anchor & <Sons>",
    address: row.address,
    phone: "'+1 612 555 0100",
    price: '',
    tags: 'Smash, Bacon',
    status: 'closed for good',
    // A number is not a formula, whatever its sign.
    latitude: '-44.97775',
    longitude: '93.26502',
    link: 'https://yolo.example/dish/7',
  })
  expect(cells.attribution).toBe(
    '© OpenStreetMap contributors, https://www.openstreetmap.org/copyright, ODbL 1.0; city: GeoNames, CC BY 4.0, https://www.geonames.org',
  )
  expect((await written('csv', [])).text).toBe(`${text.slice(0, text.indexOf('\r\n'))}\r\n`)
})

test('a CSV is read by our own import, its mark taken for no part of a name', async () => {
  async function* read() {
    yield (await written('csv', [{ ...row, name: 'Gruyère' }])).text
  }
  const rows = []
  for await (const found of csvRows(read())) rows.push(found)
  expect(rows[1]).toMatchObject({ value: expect.arrayContaining(['1', 'Gruyère']) })
})

test('a GeoJSON is RFC 7946: longitude first, the attribution with it', async () => {
  const { text, headers } = await written('geojson')
  expect(headers['Content-Type']).toBe('application/geo+json; charset=utf-8')
  const { type, features, attribution } = JSON.parse(text)
  expect(type).toBe('FeatureCollection')
  expect(features[0]).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [93.26502, -44.97775] },
    properties: { rank: 1, name: hostile, upvotes: 4, price: null },
  })
  expect(attribution).toContain('© OpenStreetMap contributors')
  expect(attribution).toContain('GeoNames')
  expect(JSON.parse((await written('geojson', [])).text)).toMatchObject({
    features: [],
    attribution: '',
  })
})

test('a KML is well formed whatever its dishes are called, longitude first, the attribution with it', async () => {
  const { text, headers } = await written('kml', [row, { ...row, id: 8, name: 'Plain', price: 2 }])
  expect(headers['Content-Type']).toBe('application/vnd.google-earth.kml+xml; charset=utf-8')
  const texts: Record<string, string[]> = {}
  const open: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push(attributes['name'] ?? name)
    ;(texts[open.join('/')] ??= []).push('')
  })
  parser.on('text', (part) => {
    const here = texts[open.join('/')]
    if (here) here[here.length - 1] += part
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  // XML can't contain a bell character, and a parser reads a carriage return with a line feed as a line feed.
  const told = hostile.replace('\u0007', '').replace('\r\n', '\n')
  expect(texts['kml/Document/name']).toEqual(['Ann & Bob’s <favorites>'])
  expect(texts['kml/Document/description']![0]).toContain('© OpenStreetMap contributors')
  // Map apps show descriptions as HTML.
  expect(texts['kml/Document/Placemark/description']![0]).toContain(
    '+Anchor &amp; &lt;Sons&gt;\n1 &quot;Test&quot; Street,\nMinneapolis',
  )
  expect(texts['kml/Document/Placemark/name']).toEqual([told, 'Plain'])
  expect(texts['kml/Document/Placemark/Point/coordinates']).toEqual(
    Array.from({ length: 2 }, () => '93.26502,-44.97775'),
  )
  expect(texts['kml/Document/Placemark/ExtendedData/restaurant/value']![0]).toBe(row.restaurant)
  // Unknown values aren't written.
  expect(texts['kml/Document/Placemark/ExtendedData/price/value']).toEqual(['2'])
})
