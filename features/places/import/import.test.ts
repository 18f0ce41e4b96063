import { mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, describe, vi } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { importCommand, progressText } from './import.server.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'import-'))
beforeAll(async () => {
  app = await testApp()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function written(content: string | Buffer | object, ending = '') {
  const path = join(folder, `file-${(files += 1)}${ending}`)
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
  writeFileSync(path, isRaw ? content : JSON.stringify(content))
  return path
}

/** Runs the command and returns its code and what it printed. */
async function run(...args: string[]) {
  const lines: string[] = []
  const collect = (text: unknown) => lines.push(String(text).trim()) > 0
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(collect),
    vi.spyOn(console, 'error').mockImplementation(collect),
    vi.spyOn(process.stdout, 'write').mockImplementation(collect),
    vi.spyOn(process.stderr, 'write').mockImplementation(collect),
  ]
  try {
    const code = await importCommand.run(args, app.services)
    return { code, text: lines.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
const take = (content: string | Buffer | object, ...options: string[]) =>
  run(...options, written(content))

type At = [longitude: number, latitude: number]
const feature = (id: unknown, properties: object, coordinates: At = [-93.27, 44.98]) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates },
  properties: { amenity: 'cafe', ...properties },
})
const features = (...rows: object[]) => ({ type: 'FeatureCollection', features: rows })
const linesOf = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const row = (placeId: string) =>
  app.database
    .selectFrom('restaurants')
    .selectAll()
    .where('place_id', '=', placeId)
    .executeTakeFirstOrThrow()
const named = (name: string) =>
  app.database.selectFrom('restaurants').selectAll().where('name', '=', name).execute()

const full = feature('node/1', {
  name: "Café's Åse",
  'name:en': 'Aase’s Cafe',
  'addr:housenumber': '12',
  'addr:street': 'Main Street',
  'addr:city': 'Minneapolis',
  'addr:state': 'MN',
  'addr:postcode': '55401',
  website: 'ase.example',
  phone: 'tel:+1 612–555–0100 ext. 4',
  opening_hours: 'Mo-Fr 08:00-18:00; PH off',
  cuisine: 'coffee_shop;Tex-Mex',
})

describe('a GeoJSON of OpenStreetMap', () => {
  it('becomes restaurants, and a second time nothing changes', async () => {
    const path = written(features(full, feature('node/2', { name: 'Plain', amenity: 'bench' })))
    expect((await run(path)).text).toContain(
      '2 rows: 1 new, 0 changed, 0 unchanged, 1 not for eating or drinking.',
    )
    const { opening_hours: hours, ...stored } = await row('osm:node/1')
    expect(stored).toMatchObject({
      name: "Café's Åse",
      name_en: 'Aase’s Cafe',
      address: '12 Main Street, Minneapolis, MN 55401',
      town: 'Minneapolis',
      website: 'https://ase.example/',
      phone: '+1 612-555-0100',
      cuisines: ['coffee_shop', 'tex_mex', 'cafe'],
      city_slug: 'minneapolis-mn-us',
      time_zone: 'America/Chicago',
      source: 'OpenStreetMap',
      license: 'ODbL 1.0',
    })
    expect(hours).toContainEqual({
      day: 'Friday',
      openTime: '08:00',
      closeTime: '18:00',
      closed: false,
    })
    expect((await run(path)).text).toContain('0 new, 0 changed, 1 unchanged')
  })

  it.each([
    ['gzipped', '.gz', (rows: object) => gzipSync(JSON.stringify(rows))],
    ['with a mark and line breaks', '', (rows: object) => `\ufeff${JSON.stringify(rows, null, 1)}`],
  ])('is read %s', async (_, ending, write) => {
    const id = 10 + files
    await run(written(write(features(feature(`node/${id}`, { name: `Crème ${id}` }))), ending))
    expect((await row(`osm:node/${id}`)).name).toBe(`Crème ${id}`)
  })

  it('is read as lines, whose broken ones are reported, skipped and written to a file', async () => {
    const path = written(
      `\u001e${JSON.stringify(feature('n30', { name: 'First' }))}\n{"type": "Feature",\n` +
        linesOf(
          feature('n31', { name: ' ' }),
          feature('n32', { name: 'Nowhere' }, [0, 0]),
          feature('n33', { name: 'Beyond' }, [200, 95]),
          feature('n34', { name: 'Nul\u0000l  '.repeat(2_000) }),
        ),
    )
    const { code, text } = await run(path)
    expect(code).toBe(0)
    expect(text).toContain('Line 2 is not JSON: skipped.')
    expect(text).toContain('Line 3 has no name in UTF-8: skipped.')
    expect(text).toContain('Line 4 has no position: skipped.')
    expect(text).toContain('Line 5 lies outside the map: skipped.')
    expect(text).toContain('2 new, 0 changed, 0 unchanged, 4 refused')
    expect((await row('osm:node/34')).name).toHaveLength(200)
    const refused = readFileSync(`${path}.refused.jsonl`, 'utf8').trim().split('\n')
    expect(refused.map((line) => JSON.parse(line))).toMatchObject([
      { line: 2, reason: 'is not JSON', row: '{"type": "Feature",' },
      { line: 3, reason: 'has no name in UTF-8', row: expect.stringContaining('n31') },
      { line: 4 },
      { line: 5 },
    ])
  })

  it('tells ids by how programs write them', async () => {
    await take(
      linesOf(
        feature(undefined, { '@id': 'way/40', name: 'Turbo' }),
        feature('a82', { name: 'Osmium way' }),
        feature('a83', { name: 'Osmium relation' }),
        feature(undefined, { _id: 43, _type: 'node', name: 'Renamed' }),
        feature(7, { name: 'Counted' }),
      ),
    )
    const ids = ['way/40', 'way/41', 'relation/41', 'node/43']
    for (const id of ids) expect((await row(`osm:${id}`)).name).toBeTruthy()
    expect((await named('Counted'))[0]!.place_id).toMatch(/^place:/)
  })

  it('takes the middle of areas', async () => {
    const ring = [0, 2, 2, 0].map((x, index) => [-93 + x, 45 + (index > 1 ? 2 : 0)])
    const geometry = { type: 'Polygon', coordinates: [ring] }
    await take(linesOf({ ...feature('w50', { name: 'Area' }), geometry }))
    expect(await row('osm:way/50')).toMatchObject({ latitude: 46, longitude: -92 })
  })

  it('takes a phone without the words around it', async () => {
    const phone = 'tel:612–555–0101 (bar)'
    await take(linesOf(feature('node/200', { name: 'Sundry', phone })))
    expect(await row('osm:node/200')).toMatchObject({ phone: '612-555-0101' })
  })

  it('closes what is closed for good, and takes no such place for a new one', async () => {
    const ids = ['node/60', 'node/61', 'node/62', 'node/63']
    const open = ids.map((id) => feature(id, { name: `Open ${id}` }))
    await take(linesOf(...open))
    const was = { amenity: undefined, 'disused:amenity': 'cafe' }
    const closed = [{ end_date: '2020-05' }, { abandoned: 'yes' }, was, { end_date: '2999' }]
    const rows = [
      ...closed.map((tags, index) => feature(ids[index], { name: `Open ${ids[index]}`, ...tags })),
      feature('node/64', { name: 'Never here', disused: 'yes' }),
      feature('node/66', { name: 'Not yet here', construction: 'yes' }),
      feature('node/65', { name: 'A grill', amenity: 'bbq' }),
    ]
    expect((await take(linesOf(...rows))).text).toContain('3 closed at their source and hidden')
    for (const [index, id] of ids.entries())
      expect((await row(`osm:${id}`)).hidden_at !== null).toBe(index < 3)
    expect(await named('Never here')).toEqual([])
    expect(await named('Not yet here')).toEqual([])
    expect(await named('A grill')).toEqual([])
    expect((await take(linesOf(...rows))).text).not.toContain('closed at their source')
  })

  it('hours that can’t be converted are not found', async () => {
    await take(linesOf(feature('node/70', { name: 'Sunny', opening_hours: 'sunrise-sunset' })))
    expect((await row('osm:node/70')).opening_hours).toBeNull()
  })
})

describe('what is here already', () => {
  const change = (properties: object, at?: At) => linesOf(feature('node/100', properties, at))

  it('changes with its source, but for what the file leaves out or was corrected here', async () => {
    await take(change({ name: 'Corner', phone: '+1 612 555 0100', website: 'corner.example' }))
    await app.database
      .updateTable('restaurants')
      .set({ phone: '+1 612 555 0999', corrected: ['phone'] })
      .where('place_id', '=', 'osm:node/100')
      .execute()
    const { text } = await take(change({ name: 'Corner House', phone: '+1 612 555 0101' }))
    expect(text).toContain('0 new, 1 changed, 0 unchanged.')
    expect(await row('osm:node/100')).toMatchObject({
      name: 'Corner House',
      phone: '+1 612 555 0999',
      website: 'https://corner.example/',
    })
  })

  it.each([
    ['moved', { name: 'Corner House' }, [-93.2, 44.98] as At, 'would move .* by 5.5 km'],
    ['renamed', { name: 'Blue Heron' }, undefined, "would rename .* to 'Blue Heron'"],
  ])('a place %s is skipped and printed unless accepted', async (_, properties, at, says) => {
    const path = written(change(properties, at))
    const before = await row('osm:node/100')
    expect((await run(path)).text).toMatch(new RegExp(`Line 1 ${says}: skipped`))
    expect(await row('osm:node/100')).toEqual(before)
    expect((await run('--accept', path)).text).toContain('1 changed')
    expect(await row('osm:node/100')).toMatchObject({ name: properties.name })
    expect((await run(path)).text).toContain('1 unchanged')
    await run('--accept', written(change({ name: 'Corner House' })))
  })

  it('names in other letters are compared too', async () => {
    for (const [name, says] of [
      ['Шоколадница', '1 new'],
      ['Шоколадница', '1 unchanged'],
      ['Шоколадница два', '1 changed'],
      ['Рада и К', 'would rename'],
    ])
      expect((await take(linesOf(feature('node/140', { name })))).text).toContain(says)
  })

  it('a dry run says the same and changes nothing', async () => {
    const before = await row('osm:node/100')
    const rows = linesOf(
      feature('node/100', { name: 'Corner Home' }),
      feature('node/101', { name: 'Dry' }),
    )
    const { text } = await take(rows, '--dry-run')
    expect(text).toContain('Nothing was written; it would be: 2 rows: 1 new, 1 changed')
    expect(await row('osm:node/100')).toEqual(before)
    expect(await named('Dry')).toEqual([])
  })

  it('what a member added takes over the id of the same name within 75 m', async () => {
    const member = await app.member()
    const add = async (name: string) =>
      (
        await app.post(
          '/api/restaurants',
          { name, address: 'By hand', latitude: 44.9, longitude: -93.1 },
          { as: member },
        )
      ).body as { id: number }
    const near = await add('Added Here')
    const far = await add('Added Far')
    await take(
      linesOf(
        feature('node/110', { name: 'Added Here', 'addr:full': '5 Elm St' }, [-93.1005, 44.9003]),
        feature('node/111', { name: 'Added Far' }, [-93.12, 44.9]),
      ),
    )
    expect(await row('osm:node/110')).toMatchObject({ id: near.id, address: '5 Elm St' })
    expect((await row('osm:node/111')).id).not.toBe(far.id)
  })

  it('what is deleted stays deleted', async () => {
    await take(linesOf(feature('node/120', { name: 'Deleted' })))
    await app.database
      .updateTable('restaurants')
      .set({ deleted_at: new Date() })
      .where('place_id', '=', 'osm:node/120')
      .execute()
    await take(linesOf(feature('node/120', { name: 'Deleted again' })))
    expect(await row('osm:node/120')).toMatchObject({ name: 'Deleted' })
  })
})

describe('Overture’s places', () => {
  const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
  it('are read from GeoJSON and Parquet alike', async () => {
    const copy = (ending: string) => written(readFileSync(fixture(`overture${ending}`)), ending)
    const first = await run(copy('.fixture'))
    expect(first.text).toMatch(/[1-9]\d* new/)
    expect((await run(copy('.parquet'))).text).toMatch(/0 new, 0 changed, [1-9]/)
    const [patty] = await named('Patty Lane')
    expect(patty).toMatchObject({
      source: 'Overture Maps',
      license: 'CDLA-Permissive-2.0',
      website: 'https://patty.example/',
      cuisines: ['burger', 'bar'],
    })
  })
  it('are known by the newer taxonomy, too', async () => {
    const properties = {
      names: { primary: 'Taxo', common: { en: 'Taxonomy' } },
      taxonomy: { primary: 'thai_restaurant', hierarchy: ['food_and_drink'], alternates: ['bar'] },
      addresses: [{ freeform: '1 A St', locality: 'Austin', region: 'US-TX', country: 'US' }],
    }
    await take(linesOf({ ...feature('tax1', {}), properties }))
    expect(await row('overture:tax1')).toMatchObject({
      name_en: 'Taxonomy',
      cuisines: ['thai', 'bar'],
      address: '1 A St, Austin, TX',
    })
    const gone = { ...properties, operating_status: 'permanently_closed' }
    await take(linesOf({ ...feature('tax1', {}), properties: gone }))
    expect((await row('overture:tax1')).hidden_at).not.toBeNull()
  })
})

describe('a CSV', () => {
  it('is read by its column names, with quotes and line breaks', async () => {
    const csv =
      'ID;Title;Lat;Lng;Full address;Phone\r\n' +
      'a1;"Joe""s; Diner";44,98;-93,27;"5 Elm St\r\nMinneapolis";612 555 0100\r\n' +
      '\r\n' +
      'a3;Whole;44.98;-93.27;;\r\n' +
      'a2;"Broken;44.98;-93.27;;\r\n'
    const { text } = await take(csv, '--source', 'Our List', '--license', 'ours')
    expect(text).toContain('Line 6 has a quote without an end: skipped.')
    expect(text).toContain('3 rows: 2 new')
    expect(await row('csv:our-list:a1')).toMatchObject({
      name: 'Joe"s; Diner',
      latitude: 44.98,
      address: '5 Elm St Minneapolis',
      source: 'Our List',
      license: 'ours',
    })
    expect((await row('csv:our-list:a3')).name).toBe('Whole')
  })
  it.each([
    ['UTF-16', Buffer.from('\ufeffname,lat,lon\nCafé 16,44.98,-93.27', 'utf16le'), 'Café 16'],
    ['Latin-1', Buffer.from('name\tlat\tlon\nCafé 1\t44.98\t-93.27', 'latin1'), 'Café 1'],
  ])('is read in %s', async (_, content, name) => {
    await take(content)
    expect(await named(name)).toHaveLength(1)
  })
  it('without the columns that are needed says which there are', async () =>
    expect((await take('what,north,longitude\nMapped,44.98,-93.27\n')).text).toContain(
      'This CSV has no column name, latitude. Its columns are: what, north, longitude.',
    ))
})

describe('a file that can’t be imported', () => {
  it.each<[string, string | Buffer, RegExp, string?]>([
    ['empty', '', /This file is empty\./],
    ['a ZIP', 'PK\u0003\u0004rest', /neither GeoJSON nor CSV nor Parquet/],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0, 1]), /neither GeoJSON nor CSV/],
    ['in UTF-16 without its mark', Buffer.from('name,lat', 'utf16le'), /neither GeoJSON nor CSV/],
    ['OSM’s XML', '<?xml version="1.0"?>\n<osm version="0.6">', /convert it with osmium/],
    ['without places', '{"type":"FeatureCollection"}', /Line 1 is no GeoJSON feature/],
    ['with an empty list', '{"features":[]}', /Nothing in this file can be used: 0 rows/],
    ['broken off', '{"features":[{"type":"Feature"', /in JSON at position/],
    [
      'broken in its zip',
      gzipSync('{"features":[]}').subarray(0, 20),
      /unexpected end of file/,
      '.gz',
    ],
    ['a broken Parquet', 'PAR1nothing', /parquet file invalid/, '.parquet'],
    [
      'of other things',
      linesOf(feature(1, { name: 'Bench', amenity: 'bench' })),
      /1 don’t say that one can eat or drink there \(if all are such places, say so: --all\)/,
    ],
    ['of nameless places', linesOf(feature('n1', {})), /Line 1 has no name/],
  ])('%s: says so', async (_, content, says, ending) => {
    const path = written(content, ending)
    const { code, text } = await run(path)
    expect(code).toBe(1)
    expect(text).toMatch(says)
  })
  it('missing, or a folder: says so', async () => {
    expect((await run(join(folder, 'none'))).text).toContain('no such file or directory')
    expect((await run(folder)).text).toContain('illegal operation on a directory')
    expect((await run()).code).toBe(2)
  })
  it('leaves no file of refused rows where nothing was refused', async () => {
    const path = written(linesOf(full))
    await run(path)
    expect(existsSync(`${path}.refused.jsonl`)).toBe(false)
  })
})

it('says how much is imported, how fast, and the time left', () =>
  expect(progressText(50_000, 0.25, 10)).toBe('25 %, 50,000 rows, 5,000 a second, 30 s left'))
