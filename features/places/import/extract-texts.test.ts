import { describe, expect, it } from 'vitest'
import {
  app,
  elements,
  feature,
  features,
  named,
  node,
  placed,
  take,
  useExtracts,
} from './extracts.testing.ts'

useExtracts()

describe('a file of no use', () => {
  it('D6 is refused with the reason once, not row by row', async () => {
    const rows = Array.from({ length: 5169 }, (_, id) => feature(`n${id + 1}`, { amenity: 'cafe' }))
    const { code, lines } = await take(features(...rows))
    expect(code).toBe(1)
    expect(lines.filter((line) => line.includes('has no name')).length).toBe(1)
    expect(lines.join()).toContain('Of its 5,169 rows each has no name.')
    expect(lines.length).toBeLessThan(4)
  })
  it('D6 names each reason at most twenty times beside what is of use', async () => {
    const rows = Array.from({ length: 300 }, (_, id) => feature(`n${id + 1}`, { amenity: 'cafe' }))
    const good = feature('n500', { name: 'Good', amenity: 'cafe' }, [5, 5])
    const { code, lines } = await take(features(...rows, good))
    expect(code).toBe(0)
    expect(lines.filter((line) => /^Row \d+ .* has no name/.test(line)).length).toBe(20)
    expect(lines.join()).toContain('280 rows more: each has no name.')
  })
  it.each([
    ['no rows', elements(), 'There are no places in this file.'],
    [
      'Overpass ran out of time before the first',
      {
        ...elements(),
        remark: 'runtime error: Query timed out in "query" at line 3 after 25 seconds.',
      },
      'Overpass broke off: runtime error: Query timed out',
    ],
    [
      'Overpass ran out of time amid them',
      { ...elements(node(601, { name: 'Cut off' })), remark: 'runtime error: Query timed out' },
      'Overpass broke off',
    ],
    ['a page in place of data', '<html><body>Too busy</body></html>', 'neither JSON nor Parquet'],
    ['XML cut short', '<osm version="0.6"><node id="1" lat="1" lon="1">', 'The XML is damaged'],
    ['XML of noise', '<osm><node id=1></osm>', 'The XML is damaged'],
    [
      'Overpass’s XML that ran out of time',
      '<osm><remark>runtime error: Query timed out</remark></osm>',
      'Overpass broke off: runtime error',
    ],
    [
      'PBF cut short',
      Buffer.concat([Buffer.from([0, 0, 0, 13, 10, 9]), Buffer.from('OSMHeader and no more')]),
      'The PBF file is damaged or breaks off.',
    ],
    [
      'Parquet cut short',
      Buffer.from('PAR1 and no more'),
      'The Parquet file is damaged or breaks off.',
    ],
    [
      'Parquet of noise',
      Buffer.from(`PAR1${'\u0007'.repeat(90)}PAR1`),
      'The Parquet file is damaged',
    ],
  ])('D6 ends with 1 and says why: %s', async (_, content, reason) => {
    const { code, lines } = await take(content)
    expect(code).toBe(1)
    expect(lines.filter((line) => line.includes(reason)).length).toBe(1)
    expect(lines.at(-1)).toContain(reason)
  })
  it('D6 a remark among the rows, or of another kind, is none of Overpass’s troubles', async () => {
    const remark = 'Query timed out, said the waiter'
    expect((await take(elements(node(602, { name: 'Chatty', remark })))).code).toBe(0)
    const slow = {
      ...elements(node(603, { name: 'Slow' }, { lat: 4, lon: 4 })),
      remark: 'be patient',
    }
    expect((await take(slow)).code).toBe(0)
  })
})

describe('letters', () => {
  const text = (name: string, id: number) =>
    JSON.stringify(elements(node(9000 + id, { name }, { lat: 30 + id / 100, lon: 5 })))
  it('D6 a file in Latin-1 is read as such', async () => {
    expect((await take(Buffer.from(text('Café Brûlé', 1), 'latin1'))).code).toBe(0)
    expect((await named('Café Brûlé')).length).toBe(1)
  })
  it('D6 UTF-8 that was read as Latin-1 once is mended', async () => {
    const broken = Buffer.from('Crêperie Zoë’s').toString('latin1')
    await take(text(broken, 2))
    await take(text('SÃO JOÃO', 3))
    expect((await named('Crêperie Zoë’s')).length).toBe(1)
    expect((await named('SÃO JOÃO')).length).toBe(1)
  })
  it('D6 a name with broken letters is refused', async () => {
    const rows = [
      node(4, { name: 'Caf\ufffd' }),
      node(5, { name: 'Žižkov – příliš žluťoučký' }, { lat: 6, lon: 6 }),
    ]
    const { lines } = await take(elements(...rows))
    expect(lines[0]).toContain('has a name with broken letters')
    // A UTF-8 file with one broken byte isn't read as Latin-1.
    const bytes = Buffer.from(
      JSON.stringify(
        elements(
          node(6, { name: 'Příliš žluťoučký kůň' }, { lat: 7, lon: 7 }),
          node(7, { name: 'Bad X' }),
        ),
      ),
    )
    bytes[bytes.indexOf('Bad X') + 4] = 0xe9
    expect((await take(bytes)).text).toContain('has a name with broken letters')
    expect((await named('Příliš žluťoučký kůň')).length).toBe(1)
  })
  it.each([
    ['Persian', 'می\u200cخانه'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Hindi', 'क्\u200dष'],
    ['Khmer', 'ភោជនីយ\u200bដ្ឋាន'],
    ['an emoji', 'Chef 👩\u200d🍳'],
  ])('D8 joiners and word breaks stay where a script needs them: %s', async (script, name) => {
    await take(text(name, 10 + script.codePointAt(0)!))
    expect((await named(name)).length).toBe(1)
  })
  it('D8 elsewhere they go', async () => {
    await take(text('Pi\u200bz\u200dza \u200cHid\u202eden', 30))
    expect((await named('Pi z za Hid den')).length).toBe(1)
  })
})

describe('where and what', () => {
  it('D8 US-TX is TX', async () => {
    const tags = {
      name: 'Lone Star',
      'addr:street': 'Main',
      'addr:housenumber': '5',
      'addr:city': 'Austin',
      'addr:state': 'US-TX',
      'addr:postcode': '78701',
    }
    await take(elements(node(701, tags, { lat: 30.27, lon: -97.74 })))
    expect((await placed('osm:node/701')).address).toBe('5 Main, Austin, TX 78701')
  })
  it('D8 an area across the antimeridian keeps its side', async () => {
    const ring = [
      [179.998, -16.8],
      [-179.998, -16.8],
      [-179.998, -16.79],
      [179.998, -16.79],
      [179.998, -16.8],
    ]
    const area = {
      type: 'Feature',
      id: 'w702',
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: { name: 'Taveuni', amenity: 'cafe' },
    }
    const way = {
      type: 'way',
      id: 703,
      bounds: { minlat: -17, maxlat: -16.9, minlon: 179.99, maxlon: -179.97 },
      tags: { amenity: 'bar', name: 'Dateline' },
    }
    await take(features(area))
    await take(elements(way))
    expect(Math.abs((await placed('osm:way/702')).longitude)).toBeCloseTo(180, 3)
    expect((await placed('osm:way/703')).longitude).toBeCloseTo(-179.99, 3)
  })
  it('D8 name:en and the town are kept, and found by', async () => {
    const at = { lat: 35.66, lon: 139.7 }
    const tags = { name: '一蘭ラーメン', 'name:en': 'Ichiran Ramen', 'addr:city': '渋谷 Shibuya' }
    const far = { name: 'Shibuya Grill', 'addr:city': 'Minato' }
    await take(elements(node(704, tags, at), node(705, far, { lat: 35.7, lon: 139.75 })))
    const find = async (q: string) => {
      const near = `latitude=${at.lat}&longitude=${at.lon}`
      const { body } = await app.get(`/api/places/restaurants?q=${encodeURIComponent(q)}&${near}`)
      return (body as { id: string }[]).map(({ id }) => id)
    }
    expect(await find('ichiran')).toEqual(['osm:node/704'])
    expect(await find('ramen shibuya')).toEqual(['osm:node/704'])
    expect(await find('一蘭')).toEqual(['osm:node/704'])
    // A match in the name comes before a match in the town, even if it is farther away.
    expect(await find('shibuya')).toEqual(['osm:node/705', 'osm:node/704'])
    const { body } = await app.get('/api/places/osm%3Anode%2F704')
    expect(body.response).toMatchObject({ nameEn: 'Ichiran Ramen', town: '渋谷 Shibuya' })
  })
})
