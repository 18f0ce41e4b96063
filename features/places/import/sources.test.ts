import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { formatAddress } from './place-row.server.ts'
import { realData, realFile } from './real-data.testing.ts'
import {
  parsePhone,
  type ReadOptions,
  type SourcePlace,
  type SourceRow,
  parseWebsite,
} from './sources/source-place.ts'
import { readPlaces } from './sources/sources.server.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(content: string | Buffer, name = 'places') {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

async function all(path: string, reading: ReadOptions = {}) {
  const rows: SourceRow[] = []
  for await (const row of readPlaces(path, undefined, reading)) rows.push(row)
  return rows
}

const placesOf = (rows: SourceRow[]) => rows.flatMap((row) => ('place' in row ? [row.place] : []))
const badOf = (rows: SourceRow[]) =>
  rows.flatMap((row) => ('reason' in row ? [`${row.row}/${row.line} ${row.reason}`] : []))
const names = (places: SourcePlace[]) => places.map(({ name }) => name)

describe('Overpass JSON', () => {
  it('is read wherever it is wrapped, and a broken row costs no other', async () => {
    const rows = await all(fixture('overpass.fixture'))
    expect(placesOf(rows)[0]).toEqual({
      placeId: 'osm:node/1',
      name: 'Ember & Oak',
      address: {
        houseNumber: '12',
        street: 'Main Street',
        city: 'Minneapolis',
        state: 'MN',
        postcode: '55401',
        country: 'US',
      },
      latitude: 44.9801,
      longitude: -93.2701,
      website: 'https://www.ember.example/',
      phone: '+1 612 555 0100',
      openingHours: 'Mo-Fr 11:00-22:00',
      cuisines: ['american'],
      nameEn: null,
      dated: null,
      source: 'OpenStreetMap',
      licence: 'ODbL 1.0',
    })
    expect(placesOf(rows).slice(1)).toMatchObject([
      { placeId: 'osm:way/2', name: 'Café Brûlot {[', latitude: 44.95, website: null },
      { placeId: 'osm:relation/3', name: 'Kringla', latitude: 44.95, longitude: -93.1 },
      { placeId: 'osm:node/9', name: 'Last Call' },
    ])
    expect(badOf(rows)).toEqual([
      '4/39 has no name',
      '7/42 has no end',
      '8/49 lies outside the map',
      '9/56 is not an object',
    ])
    expect(rows.filter((row) => 'other' in row).length).toBe(2)
  })
})

describe('GeoJSON of OpenStreetMap', () => {
  it('is read with keys spelt in any of the usual ways', async () => {
    const rows = await all(fixture('osm.fixture'), { allAreRestaurants: true })
    expect(placesOf(rows)).toMatchObject([
      {
        placeId: 'osm:node/11',
        phone: '+44 20 7000 0000',
        website: 'http://under.example/path',
        address: { street: 'Regents Park Road 363' },
      },
      {
        placeId: 'osm:way/12',
        name: 'At Sign',
        address: { street: 'Hauptstraße', houseNumber: '3', country: 'DE' },
      },
      { placeId: 'osm:relation/13', latitude: 48.2, longitude: 2.1 },
      { placeId: 'osm:node/14' },
      { placeId: 'osm:node/15' },
      // Without an id, or with a number of unknown origin, the place gets an id made from its content.
      { placeId: expect.stringMatching(/^place:[\w-]{22}$/), name: 'Nobody' },
      {
        placeId: expect.stringMatching(/^place:[\w-]{22}$/),
        name: 'Spaced out',
        latitude: 44.9,
        website: null,
      },
    ])
  })

  it('is read a row per line, with record separators', async () => {
    const rows = await all(fixture('osm-lines.fixture'), { allAreRestaurants: true })
    expect(placesOf(rows).length).toBe(6)
    expect(badOf(rows)).toEqual(['5/5 is not JSON'])
  })
})

describe.each(['overture.fixture', 'overture.parquet'])('%s', (name) => {
  it('is read: what is open and serves food or drink', async () => {
    const rows = await all(fixture(name))
    expect(placesOf(rows)).toMatchObject([
      {
        placeId: 'overture:08f001',
        name: 'Patty Lane',
        website: 'https://patty.example/',
        phone: '+16125550100',
        source: 'Overture Maps',
        licence: 'CDLA-Permissive-2.0',
        latitude: 44.98,
        address: { street: '5 Lake St', postcode: '55408' },
      },
      { placeId: 'overture:08f002', name: 'Drip Drop', address: { city: 'Minneapolis' } },
      { placeId: 'overture:08f005', name: 'New Words' },
    ])
    expect(badOf(rows).map((line) => line.replace(/\/\d+/, ''))).toEqual(['6 has no name'])
    expect(rows.filter((row) => 'other' in row).length).toBe(1)
    expect(rows.flatMap((row) => ('closed' in row ? [row.closed] : []))).toMatchObject([
      { source: 'Overture Maps' },
    ])
  })
})

describe('what a place serves and is', () => {
  const cuisinesOf = async (features: object[]) =>
    placesOf(await all(written(JSON.stringify({ type: 'FeatureCollection', features })))).map(
      ({ cuisines }) => cuisines,
    )
  const feature = (properties: object) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-93.27, 44.98] },
    properties,
  })

  it('is taken from OpenStreetMap’s cuisine and kind of place', async () => {
    const tagged = (tags: object) => feature({ '@id': 'node/1', name: 'Ember', ...tags })
    expect(
      await cuisinesOf([
        tagged({ amenity: 'restaurant', cuisine: 'Burger; Tex-Mex;burger' }),
        tagged({ amenity: 'cafe', cuisine: 'coffee shop' }),
        tagged({ amenity: 'fast_food', shop: 'car' }),
        tagged({ amenity: 'restaurant', cuisine: 'カレー' }),
      ]),
    ).toEqual([['burger', 'tex_mex'], ['coffee_shop', 'cafe'], ['fast_food'], null])
  })

  it('is taken from Overture’s categories, without those that aren’t about food', async () => {
    const stated = (primary: string, alternate: string[] | null = null) =>
      feature({ id: primary, names: { primary: 'Ember' }, categories: { primary, alternate } })
    expect(
      await cuisinesOf([
        stated('burger_restaurant', ['american_restaurant', 'landmark', 'bar']),
        stated('restaurant'),
        stated('coffee_shop'),
      ]),
    ).toEqual([['burger', 'american', 'bar'], null, ['coffee_shop']])
  })
})

describe('any file', () => {
  it.each([
    'overpass.fixture',
    'osm.fixture',
    'osm-lines.fixture',
    'overture.fixture',
    'overture.parquet',
  ])('%s is known by its content, whatever its name; text gzipped as well', async (name) => {
    const plain = readFileSync(fixture(name))
    const rows = await all(fixture(name))
    expect(await all(written(plain, 'misleading.txt.gz'))).toEqual(rows)
    if (!name.endsWith('parquet'))
      expect(await all(written(gzipSync(plain), 'misleading.parquet'))).toEqual(rows)
  })

  it('begins with a byte order mark or a bare list', async () => {
    const { features } = JSON.parse(readFileSync(fixture('osm.fixture'), 'utf8')) as {
      features: unknown[]
    }
    const rows = await all(written(`\ufeff \n${JSON.stringify(features)}`), {
      allAreRestaurants: true,
    })
    expect(placesOf(rows).length).toBe(7)
  })

  it.each([
    ['neither JSON nor Parquet', 'id,name\n1,Café'],
    ['neither JSON nor Parquet', ''],
    ['no places', '{"type":"FeatureCollection"}'],
    ['breaks off', '{"features":[{"type":"Feature","properties":{}},'],
    ['breaks off', '{"elements":[{"type":"node","id":1,"tags":{"na'],
  ])('says what is wrong: %s', async (problem, content) => {
    await expect(all(written(content))).rejects.toThrow(problem)
  })
  it('says that a gzipped file is cut short or damaged', async () => {
    const whole = gzipSync(readFileSync(fixture('overpass.fixture')))
    await expect(all(written(whole.subarray(0, 500)))).rejects.toThrow('breaks off')
    const damaged = Buffer.from(whole).fill(0x55, 200, 260)
    await expect(all(written(damaged))).rejects.toThrow()
  })
  it('finds its way again after a row of megabytes without an end', async () => {
    const row = (id: number, name: string) =>
      `{"type":"node","id":${id},"lat":1,"lon":2,"tags":{"amenity":"bar","name":"${name}"}}`
    const lost = row(2, 'x'.repeat(3_000_000)).replace('"}}', '}}')
    const rows = await all(written(`{"elements":[${row(1, 'A')},${lost},${row(3, 'B')}]}`))
    expect(names(placesOf(rows))).toEqual(['A', 'B'])
    expect(badOf(rows)).toEqual(['2/1 has no end'])
  })
  it('is not stopped by a row that no reader expects', async () => {
    const row = (name: string, geometry: unknown, country: unknown = 'US') => ({
      type: 'Feature',
      geometry,
      properties: {
        id: name,
        categories: { primary: 'restaurant' },
        names: { primary: name },
        addresses: [{ country }],
      },
    })
    const at = { type: 'Point', coordinates: [-93.2, 44.9] }
    const deep = `{"type":"Polygon","coordinates":${'['.repeat(20_000)}1,2${']'.repeat(20_000)}}`
    const features = [
      row('One', at),
      row('Odd', at, { toString: 1, valueOf: 1 }),
      row('Deep', 'deep'),
      row('Two', at),
    ]
    const rows = await all(written(JSON.stringify({ features }).replace('"deep"', deep)))
    expect(names(placesOf(rows))).toEqual(['One', 'Two'])
    expect(badOf(rows)).toEqual([
      '2/1 Cannot convert object to primitive value',
      '3/1 Maximum call stack size exceeded',
    ])
  })

  it('is not stopped by texts with quotes, brackets and half characters', async () => {
    const name = 'A \\" { [ \\\\ \\ud83d \\u0000 é'
    const rows = await all(
      written(
        `{"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"amenity":"bar","name":"${name}"}}]}`,
      ),
    )
    expect(names(placesOf(rows))).toEqual(['A " { [ \\ é'])
  })
})

describe('what is shown', () => {
  it.each([
    ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
    ['HTTP://A.example', 'http://a.example/'],
    ['www.a.example', 'https://www.a.example/'],
    ['https://a.example; https://b.example', 'https://a.example/'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.example', null],
    ['https://user:word@a.example', null],
    ['ftp://a.example', null],
    ['mailto:a@b.example', null],
    ['http://localhost/', null],
    ['http://[::1]/', null],
    ['nowhere', null],
    [7, null],
  ])('S21 a website %j is %j', (given, kept) => expect(parseWebsite(given)).toBe(kept))

  it.each([
    ['+1 612 555 0100', '+1 612 555 0100'],
    ['0612/55.50-100;0613', '0612/55.50-100'],
    ['call me', null],
    ['123', null],
    ['1'.repeat(60), null],
  ])('a phone %j is %j', (given, kept) => expect(parsePhone(given)).toBe(kept))

  it.each([
    [
      { houseNumber: '12', street: 'Main St', city: 'Minneapolis', state: 'MN', postcode: '55401' },
      'US',
      '12 Main St, Minneapolis, MN 55401',
    ],
    [
      { houseNumber: '3', street: 'Hauptstraße', city: 'Köln', postcode: '50667' },
      'DE',
      'Hauptstraße 3, 50667 Köln',
    ],
    [
      { houseNumber: '3', street: 'High St', city: 'York', postcode: 'YO1' },
      'GB',
      '3 High St, York YO1',
    ],
    [{ houseNumber: '3', city: 'Köln' }, 'DE', 'Köln'],
    [{ full: 'All of it', city: 'Köln' }, 'DE', 'All of it'],
    [{}, 'US', ''],
  ])('an address %j in %s is %j', (parts, country, line) =>
    expect(formatAddress(parts, country)).toBe(line),
  )
})

describe.skipIf(!realData)('real files', () => {
  it.each([
    [['osm', 'overpass-skopje.json'], 56, 15, 0],
    [['overture', 'places-us-3425.geojson.gz'], 733, 0, 2692],
    [['overture', 'places-us-3425.parquet'], 733, 0, 2692],
  ])('%j', async (path, places, bad, others) => {
    const rows = await all(realFile(...path))
    expect(placesOf(rows).length).toBe(places)
    expect(badOf(rows).length).toBe(bad)
    expect(rows.filter((row) => 'other' in row).length).toBe(others)
  })
})
