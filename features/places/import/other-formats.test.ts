import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { app, elements, named, node, placed, take, useExtracts } from './extracts.testing.ts'
import { type Content, pbf } from './pbf.testing.ts'

useExtracts()

const square = (from: number, lat: number, lon: number) =>
  [
    [lat, lon],
    [lat, lon + 0.002],
    [lat + 0.002, lon + 0.002],
    [lat + 0.002, lon],
  ].map(([north, east], at) => ({ id: from + at, lat: north!, lon: east! }))
const content: Content = {
  nodes: [
    {
      id: 1,
      lat: 44.98,
      lon: -93.27,
      tags: { name: 'Node Diner', amenity: 'cafe' },
      at: '2025-05-01',
    },
    { id: 2, lat: 44.97, lon: -93.27, tags: { name: 'A bank', amenity: 'bank' } },
    ...square(10, 44.9, -93.2),
    ...square(20, 44.8, -93.1),
    // A way across the antimeridian.
    ...[179.999, -179.999].map((lon, at) => ({ id: 30 + at, lat: -16.8, lon })),
  ],
  ways: [
    { id: 5, refs: [10, 11, 12, 13, 10], tags: { name: 'Way Diner', amenity: 'restaurant' } },
    { id: 6, refs: [20, 21, 22, 23, 20], tags: {} },
    { id: 7, refs: [30, 31, 30], tags: { name: 'Dateline Diner', amenity: 'bar' } },
    { id: 8, refs: [999], tags: { name: 'Cornerless', amenity: 'bar' } },
  ],
  relations: [{ id: 9, ways: [6], tags: { name: 'Relation Diner', amenity: 'pub' } }],
}
const tagsXml = (tags: Record<string, string> = {}) =>
  Object.entries(tags)
    .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    .join('')
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="by hand">
${content.nodes.map((one) => `<node id="${one.id}" lat="${one.lat}" lon="${one.lon}" timestamp="2025-05-01T00:00:00Z">${tagsXml(one.tags)}</node>`).join('\n')}
<node id="3" lat="44.98" lon="-93.27" visible="false"><tag k="name" v="Deleted Diner"/><tag k="amenity" v="cafe"/></node>
${content.ways!.map((one) => `<way id="${one.id}">${one.refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tagsXml(one.tags)}</way>`).join('\n')}
<way id="50"><center lat="44.7" lon="-93.0"/><tag k="name" v="R &amp; B"/><tag k="amenity" v="bar"/></way>
${content.relations!.map((one) => `<relation id="${one.id}">${one.ways.map((ref) => `<member type="way" ref="${ref}" role="outer"/>`).join('')}${tagsXml(one.tags)}</relation>`).join('\n')}
</osm>`

describe('OpenStreetMap’s own files', () => {
  it('PBF: nodes, ways by their nodes, relations by their ways', async () => {
    const { code, lines } = await take(pbf(content))
    expect([code, lines.at(-1)]).toEqual([0, expect.stringContaining('4 new')])
    expect(lines.join()).toContain('has no position')
    expect(lines.at(-1)).toContain('1 not for eating')
    expect((await placed('osm:node/1')).told_at).toMatchObject({
      name: Date.parse('2025-05-01') / 1000,
    })
    expect((await placed('osm:way/5')).latitude).toBeCloseTo(44.901, 6)
    expect((await placed('osm:relation/9')).longitude).toBeCloseTo(-93.099, 6)
    expect(Math.abs((await placed('osm:way/7')).longitude)).toBeCloseTo(180, 3)
  })
  it('PBF that isn’t packed by zlib is refused for that, not called damaged', async () => {
    const { code, text } = await take(pbf(content, true))
    expect([code, text]).toEqual([1, expect.stringContaining('isn’t packed by zlib')])
    expect(text).not.toContain('damaged')
  })
  it('XML says the same, and Overpass’s centres are read too; plain or gzipped', async () => {
    const { code, text } = await take(xml)
    expect([code, text]).toEqual([0, expect.stringContaining('1 new')])
    expect(text).toContain('4 as they were')
    expect((await named('R & B'))[0]).toMatchObject({ latitude: 44.7, place_id: 'osm:way/50' })
    expect(await named('Deleted Diner')).toEqual([])
    expect((await take(gzipSync(xml))).text).toContain('Nothing changed')
  })
  it('XML brings in no file and no entity of its own', async () => {
    const { code, text } = await take(
      `<!DOCTYPE osm [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml.replace('Node Diner', '&a;')}`,
    )
    expect(code).toBe(1)
    expect(text).not.toContain('root:')
  })
})

describe('CSV', () => {
  const map = ['--map', 'name=Title,latitude=Lat,longitude=Lng,address=Where,phone=Tel']
  const rows = `\ufeffTitle;Lat;Lng;Where;Tel
"Semi; Colon";44,91;-93,21;"1 ""Quoted"" Street";+1 612 555 0101
No Place;;;x;
Two
"In two
lines";1;1;x
Last Diner;44.92;-93.22;2 Street;`

  it('is read by its mapping, all of it as places to eat', async () => {
    const { code, text } = await take(rows, ...map, '--source', 'A Guide', '--licence', 'CC0')
    expect([code, text]).toEqual([0, expect.stringContaining('3 new')])
    expect(text).toContain('Row 2 (line 3) has no position: skipped.')
    const [row] = await named('Semi; Colon')
    expect(row).toMatchObject({
      address: '1 "Quoted" Street',
      latitude: 44.91,
      phone: '+1 612 555 0101',
      source: 'A Guide',
      licence: 'CC0',
    })
    expect((await take(rows, ...map, '--source', 'A Guide')).text).toContain('Nothing changed')
  })
  it('keeps ids of its own', async () => {
    const own = 'id,n,a,o\n7,Own Id Diner,44.93,-93.23\n,No Id,1,1'
    const { text } = await take(
      own,
      '--map',
      'id=id',
      '--map',
      'name=n,latitude=a,longitude=o',
      '--source',
      'Guide 2',
    )
    expect(text).toContain('has no id')
    expect((await placed('csv:guide-2:7')).name).toBe('Own Id Diner')
  })
  it.each([
    ['to the end', ['', '', '']],
    ['to the next quoted cell', ['"', '"', '']],
    ['to a quote that closes', ['', '"', '']],
    ['to a text behind the position', ['', '', 'a pie of 12"']],
  ])('a quote without an end costs its own row alone: %s', async (until, [before, after, last]) => {
    const name = (which: string) => `${which} ${until}`
    const at = 50 + until.length / 10
    const { code, text } = await take(
      `n,a,o,d
${name('Before')},${at},2,
"${name('Lost')},${at},3,
${name('After')},${at},4,
${before}${name('Later')}${after},${at},5,${last}
${name('Last')},${at},6,"${'a word, and '.repeat(9)}
a second line"
`,
      '--map',
      'name=n,latitude=a,longitude=o',
    )
    expect([code, text]).toEqual([0, expect.stringContaining('4 new')])
    expect(text).toContain('Row 2 (line 3) has a quote without an end: skipped.')
    const kept = await app.database
      .selectFrom('restaurants')
      .select('longitude')
      .where('latitude', '=', at)
      .orderBy('longitude')
      .execute()
    expect(kept.map(({ longitude }) => longitude)).toEqual([2, 4, 5, 6])
  })
  it('a quote without an end in a long file is not read to its end', async () => {
    const rest = Array.from({ length: 30_000 }, (_, n) => `Word ${n} of a text,,`).join('\r\n')
    const { code, text } = await take(
      `n,a,o\r\nLong Before,51,2\r\n"Lost,51,3\r\n${rest}\r\nLong After,51,4\r\n`,
      '--map',
      'name=n,latitude=a,longitude=o',
    )
    expect([code, text]).toEqual([0, expect.stringContaining('2 new')])
    expect(text).toContain('Row 2 (line 3) has a quote without an end: skipped.')
  })
  it.each([
    ['a mapping without a place', 'name=Title', 2, 'lacks latitude, longitude'],
    ['an unknown field', 'title=Title', 2, "'title=Title' is no column"],
    [
      'a column that isn’t there',
      'name=Title,latitude=Lat,longitude=Lon',
      1,
      "There is no column 'Lon'. There are: Title, Lat, Lng, Where, Tel.",
    ],
  ])('is refused for %s', async (_, text, code, words) => {
    const refused = await take(rows, '--map', text)
    expect(refused).toMatchObject({ code, text: expect.stringContaining(words) })
  })
})

describe('a dry run', () => {
  const bookmarks = () => app.database.selectFrom('place_imports').selectAll().execute()

  it('says what would happen, and changes nothing', async () => {
    await take(elements(node(801, { name: 'Stays So', phone: '+1 612 555 0700' })))
    const before = await app.database.selectFrom('restaurants').selectAll().orderBy('id').execute()
    const marked = await bookmarks()
    const given = elements(
      node(801, { name: 'Stays So', phone: '+1 612 555 0800' }),
      node(802, { name: 'Would Be New' }, { lat: 1, lon: 1 }),
    )
    const { code, text } = await take(given, '--dry-run')
    expect([code, text]).toEqual([0, expect.stringContaining('Nothing was written; it would be: ')])
    expect(text).toContain('1 new, 1 changed')
    expect(text).toContain('Changed: phone 1.')
    const after = await app.database.selectFrom('restaurants').selectAll().orderBy('id').execute()
    expect(after).toEqual(before)
    expect(await bookmarks()).toEqual(marked)
    expect((await take(given)).text).toContain('1 new, 1 changed')
  })
})
