import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { loadGazetteer, type Gazetteer } from '../gazetteer/gazetteer.server.ts'
import { importPlaces, type ImportReporter } from './import.server.ts'
import { importProgress } from './progress.ts'
import type { ReadOptions } from './sources/source-place.ts'

let app: TestApp
let cities: Gazetteer
const folder = mkdtempSync(join(tmpdir(), 'import-'))
beforeAll(async () => {
  app = await testApp()
  cities = await loadGazetteer()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

type Run = ReadOptions & { stopAfter?: number }

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

async function run(path: string, { stopAfter = Infinity, ...reading }: Run = {}) {
  const bad: string[] = []
  let wentOnAfter = 0
  const watch: ImportReporter = {
    bad: (row, line, reason) => bad.push(`${row}/${line} ${reason}`),
    more: (rows, reason) => bad.push(`${rows} more ${reason}`),
    progress: ({ rows }) => {
      if (rows >= stopAfter) throw new Error('cut off')
    },
    goingOn: (row) => (wentOnAfter = row),
  }
  const result = await importPlaces(app.database, cities, path, watch, reading)
  return { ...result, bad, wentOnAfter }
}

const row = (placeId: string) =>
  app.database
    .selectFrom('restaurants')
    .selectAll()
    .where('place_id', '=', placeId)
    .executeTakeFirstOrThrow()

function collection(count: number, change: (id: number) => object = () => ({}), first = 1_000_000) {
  const elements = Array.from({ length: count }, (_, index) => ({
    type: 'node',
    id: first + index,
    lat: 44 + index / 10_000,
    lon: -93,
    tags: { amenity: 'cafe', name: `Number ${index}`, ...change(index) },
  }))
  return JSON.stringify({ elements })
}
function written(name: string, content: string) {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('importing places', () => {
  it('keeps what the source says, with city, time zone, cells and hours', async () => {
    const result = await run(fixture('overpass.fixture'))
    expect(result).toMatchObject({ rows: 10, added: 4, changed: 0, unchanged: 0, others: 2 })
    expect(result.bad).toEqual([
      '4/39 has no name',
      '7/42 has no end',
      '8/49 lies outside the map',
      '9/56 is not an object',
    ])
    expect(await row('osm:node/1')).toMatchObject({
      name: 'Ember & Oak',
      name_key: 'ember oak',
      address: '12 Main Street, Minneapolis, MN 55401',
      city_id: 5037649,
      city_label: 'Minneapolis, MN, US',
      city_slug: 'minneapolis-mn-us',
      time_zone: 'America/Chicago',
      website: 'https://www.ember.example/',
      phone: '+1 612 555 0100',
      source: 'OpenStreetMap',
      licence: 'ODbL 1.0',
      opening_hours: expect.arrayContaining([
        { day: 'Monday', openTime: '11:00', closeTime: '22:00', closed: false },
        { day: 'Sunday', openTime: null, closeTime: null, closed: true },
      ]),
    })
    // A place without an address gets its city's label instead.
    expect(await row('osm:way/2')).toMatchObject({
      address: 'Saint Paul, MN, US',
      opening_hours: null,
    })
  })

  it.each([
    'overpass.fixture',
    'osm.fixture',
    'osm-lines.fixture',
    'overture.fixture',
    'overture.parquet',
  ])('a second time changes nothing: %s', async (name) => {
    const first = await run(fixture(name))
    const before = await app.database.selectFrom('restaurants').selectAll().orderBy('id').execute()
    const second = await run(fixture(name))
    expect(second).toMatchObject({ added: 0, changed: 0, rows: first.rows, bad: first.bad })
    expect(second.unchanged).toBe(first.added + first.changed + first.unchanged)
    expect(
      await app.database.selectFrom('restaurants').selectAll().orderBy('id').execute(),
    ).toEqual(before)
  })

  it('changes what has changed and says so', async () => {
    await run(written('one', collection(5)))
    const { id } = await row('osm:node/1000003')
    const news = collection(6, (index) =>
      index === 3 ? { name: 'Number III', opening_hours: '24/7' } : {},
    )
    expect(await run(written('two', news))).toMatchObject({ added: 1, changed: 1, unchanged: 4 })
    expect(await row('osm:node/1000003')).toMatchObject({
      id,
      name: 'Number III',
      name_key: 'number iii',
    })
  })

  it('leaves deleted and hidden ones so', async () => {
    const path = written(
      'deleted',
      collection(2, (index) => ({ name: `Gone ${index}`, phone: '12345' })),
    )
    await run(path)
    await app.database
      .updateTable('restaurants')
      .set({ deleted_at: new Date() })
      .where('place_id', '=', 'osm:node/1000001')
      .execute()
    await run(written('deleted', collection(2)))
    expect(await row('osm:node/1000001')).toMatchObject({
      name: 'Number 1',
      deleted_at: expect.any(Date),
    })
  })

  it('takes the first of two rows of one place', async () => {
    const { elements } = JSON.parse(collection(2)) as { elements: { id: number; tags: object }[] }
    const twice = [...elements, { ...elements[0]!, tags: { amenity: 'cafe', name: 'Other name' } }]
    const path = written('twice', JSON.stringify({ elements: twice }))
    expect((await run(path)).bad).toEqual(['3/1 is in the file twice'])
    expect(await run(path)).toMatchObject({ added: 0, changed: 0 })
    expect((await row('osm:node/1000000')).name).toBe('Number 0')
  })

  it('knows a place again that another source has', async () => {
    const feature = {
      type: 'Feature',
      id: '08fabc',
      geometry: { type: 'Point', coordinates: [-93.2702, 44.9803] },
      properties: { names: { primary: 'EMBER and OAK' }, categories: { primary: 'restaurant' } },
    }
    const same = {
      ...feature,
      id: '08fabd',
      properties: { ...feature.properties, names: { primary: 'Ember & Oak' } },
    }
    const path = written('twin', JSON.stringify({ features: [feature, same] }))
    expect(await run(path)).toMatchObject({ added: 1, merged: 1 })
    expect(await run(path)).toMatchObject({ added: 0, changed: 0, merged: 0, unchanged: 2 })
  })

  it('goes on where it was cut off', async () => {
    const path = written(
      'long',
      collection(3500, (index) => ({ name: `Long ${index}` }), 2_000_000),
    )
    await expect(run(path, { stopAfter: 2000 })).rejects.toThrow('cut off')
    const { count } = await app.database
      .selectFrom('restaurants')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('name', 'like', 'Long %')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThanOrEqual(1000)
    const second = await run(path)
    expect(second.wentOnAfter).toBe(Number(count))
    expect(second.added + Number(count)).toBe(3500)
    expect(await run(path)).toMatchObject({ wentOnAfter: 0, added: 0, changed: 0, unchanged: 3500 })
  })

  it('cut off, begins again under other options', async () => {
    const tags = (index: number) => ({
      name: `Anew ${index}`,
      amenity: index < 1000 ? 'bank' : 'cafe',
    })
    const path = written('again', collection(2500, tags, 5_000_000))
    await expect(run(path, { stopAfter: 2000 })).rejects.toThrow('cut off')
    const whole = await run(path, { allAreRestaurants: true })
    expect(whole.wentOnAfter).toBe(0)
    expect((await row('osm:node/5000000')).name).toBe('Anew 0')
  })

  it('keeps what it had read of a file that breaks off', async () => {
    const whole = collection(1500, (index) => ({ name: `Part ${index}` }), 3_000_000)
    const path = written('part', whole.slice(0, -30_000))
    await expect(run(path)).rejects.toThrow('breaks off')
    expect((await row('osm:node/3000500')).name).toBe('Part 500')
    expect((await row('osm:node/3001100')).name).toBe('Part 1100')
  })
})

describe('its progress', () => {
  const result = {
    rows: 5,
    added: 4,
    changed: 1,
    unchanged: 0,
    merged: 0,
    twins: 0,
    held: 0,
    reported: 0,
    closed: 0,
    others: 0,
    bad: 0,
    facts: {},
    left: {},
  }

  it('is a bar on a terminal, out of the way of other lines', () => {
    let text = ''
    const out = { isTTY: true, write: (more: string) => (text += more) }
    const progress = importProgress(out, out)
    progress.progress(result, { done: 50, total: 100 })
    progress.complain('Row 3 is bad')
    expect(text).toBe(
      `\r\u001b[2K[${'█'.repeat(15)}${'·'.repeat(15)}] 50 %, 5 rows, 4 new, 1 changed\r\u001b[2KRow 3 is bad\n`,
    )
  })
  it('is a line every five seconds elsewhere', () => {
    let text = ''
    let now = 0
    const out = { write: (more: string) => (text += more) }
    const progress = importProgress(out, out, () => now)
    for (; now <= 12_000; now += 1000) progress.progress(result, { done: now, total: 12_000 })
    expect(text).toBe('41 %, 5 rows, 4 new, 1 changed\n83 %, 5 rows, 4 new, 1 changed\n')
  })
})
