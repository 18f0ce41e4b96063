import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { columnNames } from '#features/items/export/rows.server.ts'
import { csvOf } from '#platform/text/csv.ts'
import { maxPlaces } from '../limits.ts'
import { centerOfS2Cell, pointInGoogleLink } from './google-link.ts'
import { maxBytes, readFiles } from './read-files.ts'
import { anchor, type Content, samples } from './samples.testing.ts'
import type { SavedPlace } from './saved-place.ts'

const bytesOf = (content: Content) =>
  content instanceof Uint8Array
    ? content
    : strToU8(typeof content === 'string' ? content : JSON.stringify(content))
const read = (files: Record<string, Content>) =>
  readFiles(
    Object.entries(files).map(([name, content]) => new File([bytesOf(content) as BlobPart], name)),
  )

/** Returns the parts of places that say something. */
async function placesIn(files: Record<string, Content>) {
  const { places, problems } = await read(files)
  expect(problems.filter((words) => !words.includes('without a name'))).toEqual([])
  return places.map((place) =>
    Object.fromEntries(
      Object.entries(place).filter(
        ([key, value]) => value !== '' && value !== null && value !== 0 && key !== 'times',
      ),
    ),
  ) as Partial<SavedPlace>[]
}

describe('files that somebody chose', () => {
  for (const [what, files, places] of samples)
    it(`reads ${what}`, async () => {
      expect(await placesIn(files)).toEqual(places)
    })

  it('reads UTF-16 with a byte order mark and without, and Latin letters', async () => {
    const text = 'name;lat;lng\nCafé Zoé;44.9537;-93.2201\n'
    const codesOf = (all: string) => Array.from(all, (letter) => letter.charCodeAt(0))
    const utf16 = (big: boolean, mark: boolean) => {
      const units = codesOf(`${mark ? '\uFEFF' : ''}${text}`)
      return new Uint8Array(
        units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
      )
    }
    const latin = new Uint8Array(codesOf(text))
    const all = [
      utf16(false, true),
      utf16(true, true),
      utf16(false, false),
      utf16(true, false),
      latin,
    ]
    for (const bytes of all)
      expect(await placesIn({ 'a.csv': bytes })).toEqual([{ ...anchor, name: 'Café Zoé' }])
  })

  it('reads a place that is in several files once, the most visited first', async () => {
    const { places } = await read({
      'a.csv': 'name,lat,lng\nOnce,1,1\nOften,2,2\nChain,3,3\nChain,4,4\n',
      'b.csv': 'name,address\nOften,2 Main St\nOFTEN,\n',
    })
    expect(
      places.map(({ name, times, address, latitude }) => [name, times, address, latitude]),
    ).toEqual([
      ['Often', 3, '2 Main St', 2],
      ['Once', 1, '', 1],
      ['Chain', 1, '', 3],
      ['Chain', 1, '', 4],
    ])
  })

  it('takes the branches of a chain, and a dish of two categories, for what they are', async () => {
    const burger = { name: 'Shake House', dish: 'Cheeseburger' }
    const files = {
      'a.json': [
        { ...burger, address: '1 Main St', category: 'Burgers' },
        { ...burger, address: '2 Oak Ave', category: 'Burgers' },
        { ...burger, address: '2 Oak Ave', category: 'Appetizers' },
      ],
      'b.json': [{ ...burger, address: '1 Main St, Minneapolis', category: 'Burgers' }],
    }
    expect((await placesIn(files)).map(({ address, categoryId }) => [address, categoryId])).toEqual(
      [
        ['1 Main St', 3],
        ['2 Oak Ave', 3],
        ['2 Oak Ave', 4],
      ],
    )
  })

  it('takes no words for others to read from a file that isn’t ours', async () => {
    for (const words of ['reason', 'description']) {
      const csv = `restaurant,dish,category,${words},upvotes\nThe Anchor,Cod,Entrees,Secret,4\n`
      const [place] = await placesIn({ 'mine.csv': csv })
      expect(place).toEqual({ name: 'The Anchor', dish: 'Cod', categoryId: 1 })
    }
    const json = [{ restaurant: 'The Anchor', name: 'Cod', description: 'Secret' }]
    expect(await placesIn({ 'mine.json': json })).toEqual([{ name: 'The Anchor', dish: 'Cod' }])
  })

  const ofOurs = (...dishes: Record<string, string>[]) => {
    const names = columnNames([], ['reason'])
    return csvOf([names, ...dishes.map((dish) => names.map((name) => dish[name] ?? ''))])
  }

  it('brings back a review of ours whole, with its lines and without the signs of a CSV', async () => {
    const review = `=So “crisp”.\n\n👩‍👩‍👧 ${'wörd '.repeat(55)}END`
    const dish = { name: `+Fries ${'long '.repeat(50)}END`, restaurant: '@Anchor', reason: review }
    expect(await placesIn({ 'yolo-favorites-7.csv': ofOurs(dish) })).toEqual([
      { name: '@Anchor', dish: dish.name, reason: review },
    ])
    // An apostrophe of one's own stays.
    expect(await placesIn({ 'a.csv': `name\n'O sole mio\n` })).toEqual([{ name: "'O sole mio" }])
  })

  it('cuts no review: one that is longer than reviews may be is left out, and said so', async () => {
    const dish = { name: 'Cod', restaurant: 'The Anchor', reason: 'x'.repeat(301) }
    const { places, problems } = await read({ 'yolo-favorites-7.csv': ofOurs(dish) })
    expect(places).toMatchObject([{ name: 'The Anchor', dish: 'Cod', reason: '' }])
    expect(problems).toEqual(['1 review of more than 300 characters was left out.'])
  })

  it('counts places without a name, and never takes another value for their name', async () => {
    const unnamed = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-93.2, 44.9] },
      properties: {
        date: '2024-06-02T19:00:00Z',
        google_maps_url: 'http://maps.google.com/?cid=758',
        Comment: 'No location information is available for this saved place',
      },
    }
    const features = { features: [unnamed, { ...unnamed, geometry: null }] }
    expect(await read({ 'a.json': features })).toEqual({
      places: [],
      problems: ['2 places without a name were left out.'],
    })
    const link = 'https://www.google.com/maps/place/X'
    expect(await read({ 'a.csv': `Note,Title,URL\nnice,,${link}\n` })).toEqual({
      places: [],
      problems: ['1 place without a name was left out.'],
    })
  })

  it('knows where a link of Google leads, or says that it doesn’t', () => {
    const place = 'https://www.google.com/maps/place/X'
    const found = (link: string) => pointInGoogleLink(link)
    expect(found(`${place}/@1.5,2.5,17z/data=!3d44.9537!4d-93.2201`)).toEqual({
      latitude: 44.9537,
      longitude: -93.2201,
    })
    expect(found('http://maps.google.com/?q=44.9537,-93.2201')).toEqual({
      latitude: 44.9537,
      longitude: -93.2201,
    })
    expect(found('http://maps.google.com/?q=Falzarego&ftid=0x477837f5f673e5eb:0xe521')).toEqual({
      latitude: expect.closeTo(46.5191, 4),
      longitude: expect.closeTo(12.0089, 4),
    })
    for (const unknown of [
      '',
      'https://maps.google.com/?cid=758',
      `${place}/data=!4m2!3m1!1s0x0:0x1`,
      `${place}/data=!1s0xfffffffffffffffff:0x1`,
    ])
      expect([unknown, found(unknown)]).toEqual([unknown, { latitude: null, longitude: null }])
    expect(centerOfS2Cell(0xffffffffffffffffn)).toEqual({ latitude: null, longitude: null })
    expect(centerOfS2Cell(0x8085808941977519n)).toEqual({
      latitude: expect.closeTo(37.7896, 3),
      longitude: expect.closeTo(-122.4058, 3),
    })
  })
})

const problemsOf = async (files: Record<string, Content>) => {
  const { places, problems } = await read(files)
  return { names: places.map(({ name }) => name), problems }
}

describe('files that are hostile or damaged', () => {
  it('takes ten thousand places and says so', async () => {
    const rows = Array.from({ length: maxPlaces + 5 }, (_, n) => `Place ${n},${n / 1000},1`)
    const { places, problems } = await read({ 'a.csv': `name,lat,lng\n${rows.join('\n')}` })
    expect(places).toHaveLength(maxPlaces)
    expect(problems).toEqual([
      'Your files have more than 10,000 places. The first 10,000 were read.',
    ])
  })

  it('takes no more out of a zip than it says, and nothing that is too large', async () => {
    const bomb = zipSync({
      'a.csv': new Uint8Array(maxBytes.part + 1),
      'b.csv': strToU8('name\nThe Anchor\n'),
    })
    expect(await problemsOf({ 'bomb.zip': bomb })).toEqual({
      names: ['The Anchor'],
      problems: ['In “bomb.zip”, “a.csv” would be too large, and was left out.'],
    })
    // A zip whose directory says that its file is small.
    const liar = zipSync({ 'a.csv': strToU8(`name\n${'x'.repeat(1_000_000)}\n`) })
    const directory = liar.findIndex(
      (_, n) => liar[n] === 0x50 && liar[n + 1] === 0x4b && liar[n + 2] === 1,
    )
    new DataView(liar.buffer).setUint32(directory + 24, 20, true)
    const { names } = await problemsOf({ 'liar.zip': liar })
    expect(names.join('').length).toBeLessThan(20)
  })

  it('opens no zip within a zip, and heeds no folders', async () => {
    const inner = zipSync({ 'a.csv': strToU8('name\nInner\n') })
    const zip = zipSync({ 'in.zip': inner, '../../etc/passwd.csv': strToU8('name\nThe Anchor\n') })
    expect(await problemsOf({ 'nest.zip': zip })).toEqual({
      names: ['The Anchor'],
      problems: ['“in.zip” is a zip within a zip. Open it on its own.'],
    })
  })

  it('tells the first problems of a zip with thousands, and how many more', async () => {
    const bomb = zipSync(
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.zip`, new Uint8Array()])),
    )
    const { problems } = await read({ 'bomb.zip': bomb })
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toBe('And 280 more.')
  })

  const otherKind =
    'isn’t a kind of file that we read. Choose a zip, JSON, CSV, KML, GPX or HTML file.'
  const damaged: [string, Content, string[], string][] = [
    ['a.zip', 'PK\u0003\u0004 no more', [], '“a.zip” can’t be read: it is damaged.'],
    ['a.json', '{"features": [', [], '“a.json” can’t be read: it isn’t a whole JSON file.'],
    ['a.json', '[]', [], 'We found no places in “a.json”.'],
    ['a.csv', 'a,b\n1,2\n', [], '“a.csv” has no column with names, like “Title” or “Name”.'],
    ['a.csv', ' \n', [], '“a.csv” is empty.'],
    ['a.json', '', [], '“a.json” is empty.'],
    ['a.pdf', '%PDF-1.4\n1 0 obj\n', [], `“a.pdf” ${otherKind}`],
    [
      'a.jpg',
      new Uint8Array([255, 216, 255, 224, 0, 16, 74, 70, 73, 70]),
      [],
      `“a.jpg” ${otherKind}`,
    ],
    ['a.xlsx', zipSync({ 'xl/sheet1.xml': strToU8('<a/>') }), [], `“a.xlsx” ${otherKind}`],
    [
      '../x/\u202ea.gpx',
      '<gpx><wpt lat="1" lon="2"><name>Half</name></wpt><wpt',
      ['Half'],
      '“a.gpx” is damaged. What stands before that was read.',
    ],
    [
      'laughs.kml',
      '<?xml version="1.0"?><!DOCTYPE k [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><kml><Placemark><name>&b;&b;</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>',
      ['&b;&b;'],
      '“laughs.kml” is damaged. What stands before that was read.',
    ],
  ]
  for (const [name, content, names, problem] of damaged)
    it(`says of ${problem}`, async () => {
      expect(await problemsOf({ [name]: content })).toEqual({ names, problems: [problem] })
    })

  it('isn’t held up by depth, quotes or a name of a megabyte', async () => {
    const start = performance.now()
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect((await problemsOf({ 'deep.json': deep })).names).toEqual([])
    expect(
      (await problemsOf({ 'q.csv': `name\n"${'a,"'.repeat(200_000)}\n` })).problems.length,
    ).toBeLessThan(2)
    const { places } = await read({
      'long.csv': `name,lat,lng\n${'x\u202e'.repeat(500_000)},1,2\n`,
    })
    expect(places[0]!.name).toBe('x '.repeat(100).trim())
    const html = `<html><table><tr><th>Business Name</th></tr>${'<tr><td><b>'.repeat(50_000)}`
    expect((await problemsOf({ 'deep.html': html })).names).toEqual([])
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
