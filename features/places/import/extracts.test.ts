import { describe, expect, it } from 'vitest'
import {
  app,
  elements,
  feature,
  features,
  named,
  node,
  placed,
  run,
  take,
  useExtracts,
} from './extracts.testing.ts'

useExtracts()
let count = 0

async function ids(...given: [unknown, object][]) {
  const before = await app.database.selectFrom('restaurants').select('id').execute()
  await take(
    features(...given.map(([id, properties], at) => feature(id, properties, [20 + at, 40]))),
  )
  const rows = await app.database.selectFrom('restaurants').select(['id', 'place_id']).execute()
  const known = new Set(before.map(({ id }) => id))
  return rows
    .filter(({ id }) => !known.has(id))
    .map((row) => row.place_id)
    .sort()
}

describe('ids', () => {
  it('D2 a row number is no OpenStreetMap id: the next such file moves no dish', async () => {
    const sweets = feature(1, { name: 'Mozartkugel', amenity: 'cafe' })
    expect((await take(features(sweets))).code).toBe(0)
    const [before] = await named('Mozartkugel')
    expect(before!.place_id).toMatch(/^place:/)
    const toronto = feature(1, { name: 'Poutine Place', amenity: 'cafe' }, [-79.38, 43.65])
    await take(features(toronto))
    expect(await named('Mozartkugel')).toEqual([before])
    expect((await named('Poutine Place')).length).toBe(1)
    // Another row number or a slightly different position doesn't add the place again.
    await take(features({ ...feature(7, sweets.properties, [13.0402, 47.8001]) }))
    expect((await named('Mozartkugel')).length).toBe(1)
  })

  it('D2 D4 ids that say what they are are OpenStreetMap’s, areas by osmium too', async () => {
    const cafe = (name: string, more = {}) => ({ name, amenity: 'cafe', ...more })
    expect(
      await ids(
        ['node/901', cafe('Slash')],
        ['n902', cafe('Node')],
        ['w903', cafe('Way')],
        ['a1808', cafe('Area of a way')],
        ['a1811', cafe('Area of a relation')],
        [1, cafe('At', { '@id': 'way/906' })],
        [2, cafe('Type and id', { '@type': 'relation', '@id': 907 })],
        ['https://www.openstreetmap.org/node/908', cafe('Address')],
      ),
    ).toEqual(
      'node/901 node/902 node/908 relation/905 relation/907 way/903 way/904 way/906'
        .split(' ')
        .map((id) => `osm:${id}`),
    )
    const others = await ids(
      [3, cafe('Number')],
      ['17', cafe('Text')],
      [undefined, cafe('None', { id: 18 })],
      ['A12', cafe('Code')],
      [null, cafe('Mongo', { _id: 19 })],
    )
    expect(others.length).toBe(5)
    for (const id of others) expect(id).toMatch(/^place:[\w-]{22}$/)
  })
})

describe('what would change much', () => {
  it('D2 is held for a look, listed, accepted or refused', async () => {
    const at = { lat: 47.8, lon: 13.04 }
    await take(
      elements(node(21, { name: 'Zum Hirschen' }, at), node(22, { name: 'Blaue Gans' }, at)),
    )
    const moved = node(21, { name: 'Zum Hirschen' }, { lat: 43.65, lon: -79.38 })
    const renamed = node(22, { name: 'Sushi Palace', phone: '+43 662 123456' }, at)
    const { code, text } = await take(elements(moved, renamed))
    expect(code).toBe(0)
    expect(text).toContain('2 held for a look')
    expect(await placed('osm:node/21')).toMatchObject({ latitude: 47.8 })
    expect(await placed('osm:node/22')).toMatchObject({ name: 'Blaue Gans', phone: null })

    const list = (await run('held-changes')).lines
    expect(list.length).toBe(2)
    const far = list.find((line) => line.includes('km to 43.65, -79.38'))!
    const other = list.find((line) => line.includes("now 'Sushi Palace'"))!
    expect(await run('held-changes', 'refuse', far.split(' ')[0]!)).toMatchObject({ code: 0 })
    expect(await run('held-changes', 'accept', other.split(' ')[0]!)).toMatchObject({ code: 0 })
    expect(await placed('osm:node/22')).toMatchObject({
      name: 'Sushi Palace',
      name_key: 'sushi palace',
      phone: '+43 662 123456',
    })
    // A decided change can't be decided again, and the same change isn't held again.
    expect((await run('held-changes', 'accept', far.split(' ')[0]!)).code).toBe(1)
    expect((await take(elements(moved, renamed))).text).not.toContain('held')
    expect((await run('held-changes')).text).toBe('Nothing is held.')
    expect(await placed('osm:node/21')).toMatchObject({ latitude: 47.8 })
    expect((await run('held-changes', 'accept', 'x')).code).toBe(2)
  })

  it('what is held is dropped once its source takes the move back, but not by an older file', async () => {
    const dated = (month: number, lat: number) =>
      take({
        osm3s: { timestamp_osm_base: `2026-0${month}-01T00:00:00Z` },
        ...elements(node(7777, { name: 'Blue Heron' }, { lat, lon: -93.5 })),
      })
    await dated(1, 44.5)
    expect((await dated(3, 46.5)).text).toContain('1 held for a look')
    await dated(2, 44.5)
    expect((await run('held-changes')).text).toContain('Blue Heron')
    await dated(4, 44.5)
    expect((await run('held-changes')).text).toBe('Nothing is held.')
  })

  it('only what the source told last is held, of files without dates too', async () => {
    const told = (name: string) => take(elements(node(7778, { name }, { lat: 44.7, lon: -93.5 })))
    for (const name of ['Anton Grill', 'Berta Cafe', 'Carlo Pizza', 'Berta Cafe']) await told(name)
    expect((await run('held-changes')).lines).toEqual([expect.stringContaining("'Anton Grill'")])
    expect((await run('held-changes', 'accept', 'all')).text).toContain('1 changed')
    expect((await placed('osm:node/7778')).name).toBe('Berta Cafe')
    expect((await told('Berta Cafe')).text).toContain('Nothing changed')
  })

  it.each([
    ['a step of 400 m', { name: 'Kleiner Anker' }, 0.0036],
    ['another spelling', { name: 'Kleiner  ANKER!' }, 0],
    ['a word more', { name: 'Anker am Markt' }, 0],
  ])('D2 is not held: %s', async (_, tags, north) => {
    const id = 30 + (count += 1)
    const at = { lat: 10 + id / 10, lon: 8 }
    await take(elements(node(id, { name: 'Kleiner Anker' }, at)))
    const { text } = await take(elements(node(id, tags, { ...at, lat: at.lat + north })))
    expect(text).not.toContain('held')
    expect(text).toContain('1 changed')
  })
})

describe('kinds', () => {
  const plain = { name: 'Something' }
  it.each<[string, object, number]>([
    ['amenity', { amenity: 'restaurant' }, 1],
    ['one of two', { amenity: 'bank;cafe' }, 1],
    ['shop', { shop: 'bakery' }, 1],
    ['cuisine', { cuisine: 'thai' }, 1],
    ['brewery', { craft: 'brewery' }, 1],
    ['nothing', {}, 0],
    ['hydrant', { emergency: 'fire_hydrant' }, 0],
    ['chair lift', { aerialway: 'chair_lift' }, 0],
    ['sign', { information: 'guidepost' }, 0],
    ['cactus', { species: 'Carnegiea gigantea' }, 0],
    ['bank', { amenity: 'bank', cuisine: 'none' }, 0],
    ['a category without a meaning here', { category: 'landmark' }, 0],
  ])('D3 only what says so is a place to eat: %s', async (kind, tags, taken) => {
    const name = `${plain.name} ${kind}`
    const at = (count += 1) / 10
    const anchor = feature('n1', { name: 'Anchor', amenity: 'pub' }, [0.5, 0.5])
    const one = feature(`n${8000 + count}`, { name, ...tags }, [at, 10])
    expect((await take(features(anchor, one))).code).toBe(0)
    expect((await named(name)).length).toBe(taken)
  })

  it('D3 --all says that a file holds places to eat only', async () => {
    const one = features(feature('n7001', { name: 'Untold' }, [1, 20]))
    const refused = await take(one)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.text).toContain('--all')
    expect(await take(one, '--all')).toMatchObject({ code: 0 })
    expect((await named('Untold')).length).toBe(1)
  })
})

describe('a poorer or older extract', () => {
  const tags = {
    name: 'Well Known',
    'addr:street': 'Long Street',
    'addr:housenumber': '1',
    opening_hours: 'Mo-Su 10:00-20:00',
    phone: '+1 612 555 0101',
    website: 'https://well.example',
  }
  const facts = async (id: number) => {
    const { address, phone, website, opening_hours } = await placed(`osm:node/${id}`)
    return { address, phone, website, hours: opening_hours }
  }

  it('D5 that leaves things out wipes nothing', async () => {
    await take(elements(node(101, tags)))
    const before = await facts(101)
    expect(before.address).toBe('1 Long Street')
    const { text } = await take(elements(node(101, { name: 'Well Known' })))
    expect(text).toContain('Nothing changed')
    expect(await facts(101)).toEqual(before)
    // Nor does it wipe a street or a house number, whose town or street alone it tells.
    for (const less of [{ 'addr:city': 'Linz' }, { 'addr:street': 'Long Street' }])
      await take(elements(node(101, { name: 'Well Known', ...less })))
    expect(await facts(101)).toEqual(before)
    await take(elements(node(101, { ...tags, 'addr:housenumber': '2' })))
    expect((await facts(101)).address).toBe('2 Long Street')
  })

  it('D5 is told apart by its date: the newer of two wins, and the report counts each fact', async () => {
    const at = { lat: 44.9, lon: -93.2 }
    const told = (timestamp: string, more: object) =>
      take(elements(node(102, { ...tags, name: 'Dated', ...more }, at, { timestamp })))
    await told('2024-05-01T00:00:00Z', {})
    const older = await told('2022-05-01T00:00:00Z', { phone: '+1 612 555 0199' })
    expect(older.text).toContain('Left as it was, being newer, fuller or set right here: phone 1.')
    expect((await facts(102)).phone).toBe('+1 612 555 0101')
    const newer = await told('2025-05-01T00:00:00Z', {
      phone: '+1 612 555 0202',
      website: 'b.example',
    })
    expect(newer.text).toContain('Changed: website 1, phone 1.')
    expect((await facts(102)).phone).toBe('+1 612 555 0202')
    // Places without a timestamp get the date in the header of Overpass's answer.
    const between = {
      osm3s: { timestamp_osm_base: '2024-12-01T00:00:00Z' },
      ...elements(node(102, { ...tags, name: 'Dated', phone: '+1 612 555 0303' }, at)),
    }
    await take(between)
    expect((await facts(102)).phone).toBe('+1 612 555 0202')
  })

  it('D5 an older one’s hours don’t replace newer ones that nobody can read', async () => {
    const told = (timestamp: string, opening_hours: string) =>
      take(
        elements(node(105, { name: 'Ask us', opening_hours }, { lat: 2, lon: 1 }, { timestamp })),
      )
    await told('2026-05-01T00:00:00Z', 'ask the waiter')
    const { text } = await told('2022-05-01T00:00:00Z', 'Mo-Su 11:00-22:00')
    expect(text).toContain('Left as it was, being newer, fuller or set right here: hours 1.')
    expect((await placed('osm:node/105')).opening_hours).toBe(null)
  })

  it('D5 an older one still adds what nobody knew', async () => {
    const told = (timestamp: string, more: object) =>
      take(elements(node(103, { name: 'Filled in', ...more }, { lat: 1, lon: 1 }, { timestamp })))
    await told('2024-05-01', {})
    await told('2020-05-01', { phone: '+1 612 555 0404' })
    expect((await facts(103)).phone).toBe('+1 612 555 0404')
    await told('2021-05-01', { phone: '+1 612 555 0505' })
    expect((await facts(103)).phone).toBe('+1 612 555 0505')
  })

  it('D5 what members set right wins over both', async () => {
    const at = { lat: 2, lon: 2 }
    await take(elements(node(104, { ...tags, name: 'Set right' }, at)))
    await app.database
      .updateTable('restaurants')
      .set({ phone: '+1 612 555 0606', corrected: ['phone'] })
      .where('place_id', '=', 'osm:node/104')
      .execute()
    const newer = { timestamp: '2099-01-01T00:00:00Z' }
    const { text } = await take(
      elements(node(104, { ...tags, name: 'Set right', website: 'c.example' }, at, newer)),
    )
    expect(text).toContain('Changed: website 1.')
    expect(text).toContain('set right here: phone 1')
    expect((await facts(104)).phone).toBe('+1 612 555 0606')
  })

  it('D5 hours that changed to what can’t be converted are none rather than wrong', async () => {
    await take(elements(node(105, { ...tags, name: 'Sundown' }, { lat: 3, lon: 3 })))
    const dusk = { ...tags, name: 'Sundown', opening_hours: 'sunrise-sunset' }
    await take(elements(node(105, dusk, { lat: 3, lon: 3 })))
    expect((await facts(105)).hours).toBeNull()
  })
})
