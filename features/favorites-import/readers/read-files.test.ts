import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { maxPlaces } from '../limits.ts'
import { centerOfS2Cell, pointInGoogleLink } from './google-link.ts'
import { maxBytes, readFiles } from './read-files.ts'
import type { SavedPlace } from './saved-place.ts'

type Content = string | Uint8Array<ArrayBuffer> | object
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
  expect(problems).toEqual([])
  return places.map((place) =>
    Object.fromEntries(
      Object.entries(place).filter(
        ([key, value]) => value !== '' && value !== null && value !== 0 && key !== 'times',
      ),
    ),
  ) as Partial<SavedPlace>[]
}

const anchor = { name: 'The Anchor', latitude: 44.9537, longitude: -93.2201 }
const takeout = (features: object[]) => ({ type: 'FeatureCollection', features })
const feature = (properties: object, coordinates = [-93.2201, 44.9537]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
})
const list = `Title,Note,URL,Comment\r\nThe Anchor,"fish, chips","https://www.google.com/maps/place/The+Anchor/data=!4m2!3m1!1s0x47c5b5c28c26f447:0xdc36",\r\n"Bar ""O""",,"https://www.google.com/maps/search/44.9537,-93.2201",\r\n,,,\r\n`
const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>My places</name>
  <Placemark><name>Best fish</name><description>a note</description><styleUrl>#placemark-red</styleUrl>
    <Point><coordinates>-93.2201,44.9537,0</coordinates></Point>
    <ExtendedData xmlns:mwm="https://omaps.app"><mwm:name><mwm:lang code="de">Der Anker</mwm:lang>
      <mwm:lang code="default">The Anchor</mwm:lang></mwm:name></ExtendedData></Placemark>
  <Placemark><name>My walk</name><LineString><coordinates>-93,44 -93,45</coordinates></LineString></Placemark>
  <Placemark><name>Salt &amp; Pepper</name><Point><coordinates> -93.25,44.95 </coordinates></Point></Placemark>
</Document></kml>`
const salt = { name: 'Salt & Pepper', latitude: 44.95, longitude: -93.25 }

/** What a file of each kind has, as the sources that docs/decisions/0057 names show it. */
const samples: [string, Record<string, Content>, Partial<SavedPlace>[]][] = [
  [
    'Google Takeout, Saved Places.json, until 2021',
    {
      'Saved Places.json': takeout([
        feature({
          'Google Maps URL': 'http://maps.google.com/?cid=758',
          Location: {
            Address: '4302 28th Ave S, Minneapolis, MN 55406, USA',
            'Business Name': 'The Anchor',
            'Country Code': 'US',
            'Geo Coordinates': { Latitude: '44.9537', Longitude: '-93.2201' },
          },
          Published: '2020-09-19T14:10:54Z',
          Title: 'Anchor, The',
        }),
        feature({ Title: 'Dropped pin' }),
      ]),
    },
    [{ ...anchor, address: '4302 28th Ave S, Minneapolis, MN 55406, USA' }],
  ],
  [
    'Google Takeout, Saved Places.json, since',
    {
      'Saved Places.json': takeout([
        feature({
          date: '2023-01-02T03:04:05Z',
          google_maps_url: 'http://maps.google.com/?cid=758',
          location: { address: '4302 28th Ave S', country_code: 'US', name: 'The Anchor' },
        }),
        feature({ location: { name: 'Nowhere Known' } }, [0, 0]),
      ]),
    },
    [{ ...anchor, address: '4302 28th Ave S' }, { name: 'Nowhere Known' }],
  ],
  [
    'Google Takeout, Reviews.json',
    {
      'Reviews.json': takeout([
        feature(
          { five_star_rating_published: 2, location: { name: 'Salt & Pepper' } },
          [-93.25, 44.95],
        ),
        feature({
          five_star_rating_published: 5,
          review_text_published: 'Go!',
          location: { name: 'The Anchor' },
        }),
      ]),
    },
    [
      { ...anchor, rating: 5 },
      { ...salt, rating: 2 },
    ],
  ],
  [
    'Google Takeout, a list',
    { 'Want to go.csv': list },
    [
      {
        name: 'The Anchor',
        latitude: expect.closeTo(52.013, 3),
        longitude: expect.closeTo(4.361, 3),
      },
      { name: 'Bar "O"', latitude: 44.9537, longitude: -93.2201 },
    ],
  ],
  [
    'Google Takeout, a list of another language, with a title above',
    {
      'x.csv': `Lieblinge\n\nТитул,Заметка,Ссылка\nThe Anchor,,"https://www.google.com/maps/place/x/@44.9537,-93.2201,17z"\n`,
    },
    [anchor],
  ],
  [
    'Google Takeout, the zip itself',
    {
      'takeout-2024.zip': zipSync({
        'Takeout/Maps (your places)/Saved Places.json': strToU8(
          JSON.stringify(takeout([feature({ Title: 'The Anchor' })])),
        ),
        'Takeout/Saved/Favorites.csv': strToU8(
          'Title,Note,URL\nSalt & Pepper,,"https://www.google.com/maps/search/44.95,-93.25"\n',
        ),
        'Takeout/Maps/Labeled places.json': strToU8(
          JSON.stringify(takeout([feature({ name: 'My flat' })])),
        ),
        'Takeout/archive_browser.html': strToU8('<!doctype html><p>Hello'),
        'Takeout/Photos/a.jpg': strToU8('x'),
      }),
    },
    [anchor, salt],
  ],
  [
    'Foursquare and Swarm, their own export',
    {
      'checkins1.json': {
        count: 3,
        items: [
          {
            id: 'a',
            createdAt: '2020-01-01 10:00:00.000000',
            type: 'checkin',
            venue: { id: 'v2', name: 'Salt & Pepper' },
            lat: 44.95,
            lng: -93.25,
          },
          {
            id: 'b',
            type: 'checkin',
            venue: { id: 'v1', name: 'The Anchor' },
            lat: 44.9537,
            lng: -93.2201,
            shout: 'mine',
          },
          {
            id: 'c',
            type: 'checkin',
            venue: { id: 'v1', name: 'The Anchor' },
            lat: 44.9538,
            lng: -93.22,
          },
          { id: 'd', type: 'checkin', venue: null },
        ],
      },
    },
    [anchor, salt],
  ],
  [
    'Foursquare, pages of its API and tips',
    {
      'page.json': {
        meta: { code: 200 },
        response: {
          checkins: {
            items: [
              {
                venue: {
                  name: 'The Anchor',
                  location: {
                    address: '4302 28th Ave S',
                    lat: 44.9537,
                    lng: -93.2201,
                    city: 'Minneapolis',
                    state: 'MN',
                  },
                  categories: [{ name: 'Pub', pluralName: 'Pubs' }],
                },
              },
            ],
          },
        },
      },
      'tips.json': { items: [{ text: 'Order the fish', venue: { name: 'Salt & Pepper' } }] },
    },
    [{ ...anchor, address: '4302 28th Ave S', city: 'Minneapolis, MN' }, { name: 'Salt & Pepper' }],
  ],
  [
    'Untappd, JSON',
    {
      'untappd.json': [
        {
          beer_name: 'Surly Hell',
          brewery_name: 'Surly',
          venue_name: 'The Anchor',
          venue_city: 'Minneapolis',
          venue_state: 'MN',
          venue_lat: '44.9537',
          venue_lng: '-93.2201',
          rating_score: '3.5',
        },
        {
          beer_name: 'Furious',
          brewery_name: 'Surly',
          venue_name: 'The Anchor',
          venue_lat: '44.9537',
          venue_lng: '-93.2201',
          rating_score: '4.75',
        },
        { beer_name: 'At home', venue_name: null, rating_score: '5' },
      ],
    },
    [
      { ...anchor, dish: 'Furious', categoryId: 10, rating: 4.75 },
      { ...anchor, dish: 'Surly Hell', categoryId: 10, rating: 3.5, city: 'Minneapolis, MN' },
    ],
  ],
  [
    'Untappd, CSV with a byte order mark',
    {
      'untappd.csv':
        '\uFEFFbeer_name,brewery_name,comment,venue_name,venue_lat,venue_lng,rating_score\nFurious,Surly,ok,The Anchor,44.9537,-93.2201,4\n',
    },
    [{ ...anchor, dish: 'Furious', categoryId: 10, rating: 4 }],
  ],
  [
    'Yelp’s pages: a review has the position of a check-in',
    {
      'yelp.zip': zipSync({
        'user_review.html': strToU8(
          '<!DOCTYPE html><html><head><title>Yelp</title></head><body><table><thead><tr><th>Date<th>Business Name<th>Rating<th>Comment<th>Status<th>IP Address</tr></thead><tbody><tr><td>2024-02-11T01:01:08+00:00</td><td>Salt &amp; Pepper</td><td>5</td><td>Nice<br>one</td><td>Active</td><td>1.2.3.4</td></tr></tbody></table></body></html>',
        ),
        'check_in.html': strToU8(
          '<html><body><table><tr><th>Date</th><th>Business Name</th><th>Comment</th><th>Longitude</th><th>Latitude</th><th>Status</th></tr><tr><td>2024</td><td>Salt &amp; Pepper</td><td></td><td>-93.25</td><td>44.95</td><td>Active</td></tr></table></body></html>',
        ),
      }),
    },
    [{ ...salt, rating: 5 }],
  ],
  ['Organic Maps, KML', { 'My Places.kml': kml }, [anchor, salt]],
  ['Organic Maps, KMZ', { 'My Places.kmz': zipSync({ 'doc.kml': strToU8(kml) }) }, [anchor, salt]],
  [
    'Organic Maps and OsmAnd, GPX',
    {
      'favorites.gpx': `<?xml version='1.0'?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net">
        <wpt lat="44.9537" lon="-93.2201"><name><![CDATA[The Anchor]]></name><type>Favorites</type><extensions><osmand:address>4302 28th Ave S</osmand:address></extensions></wpt>
        <trk><name>A walk</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>`,
    },
    [{ ...anchor, address: '4302 28th Ave S' }],
  ],
  [
    'our own favorites, CSV',
    {
      'yolo-favorites-7.csv':
        '\uFEFF"name","category","restaurant","address","city","reason","upvotes","latitude","longitude"\r\n"Fish and chips","Entrees","The Anchor","4302 28th Ave S","Minneapolis, MN, US","So crisp.",4,44.9537,-93.2201\r\n',
    },
    [
      {
        ...anchor,
        address: '4302 28th Ave S',
        city: 'Minneapolis, MN, US',
        dish: 'Fish and chips',
        categoryId: 1,
        reason: 'So crisp.',
      },
    ],
  ],
  [
    'our own favorites, GeoJSON',
    {
      'yolo.geojson': takeout([
        feature({
          name: 'Fish and chips',
          category: 'Entrees',
          restaurant: 'The Anchor',
          reason: '',
        }),
      ]),
    },
    [{ ...anchor, dish: 'Fish and chips', categoryId: 1 }],
  ],
  [
    'our own archive',
    {
      'my-data.json': {
        account: [{ id: 7 }],
        yolos: [
          {
            id: 1,
            category: 'Burgers',
            item: 'Jucy Lucy',
            restaurant: 'The Anchor',
            address: '4302 28th Ave S',
            description: 'Mine.',
          },
        ],
        upvotes: [{ item: 'Pie', restaurant: 'Other' }],
      },
    },
    [
      {
        name: 'The Anchor',
        address: '4302 28th Ave S',
        dish: 'Jucy Lucy',
        categoryId: 3,
        reason: 'Mine.',
      },
    ],
  ],
  [
    'a CSV with tabs and decimal commas',
    { 'a.tsv': 'Name\tLat\tLng\nThe Anchor\t44,9537\t-93,2201\n' },
    [anchor],
  ],
  [
    'a CSV with semicolons and a city',
    { 'a.csv': 'name;city;state\nThe Anchor;Minneapolis;MN\n' },
    [{ name: 'The Anchor', city: 'Minneapolis, MN' }],
  ],
  [
    'a CSV with both coordinates in a column',
    { 'a.csv': 'name,coordinates\nThe Anchor,"44.9537, -93.2201"\n' },
    [anchor],
  ],
]

describe('files that somebody chose', () => {
  for (const [what, files, places] of samples)
    it(`reads ${what}`, async () => {
      expect(await placesIn(files)).toEqual(places)
    })

  it('reads UTF-16 with a byte order mark and without, and Latin letters', async () => {
    const text = 'name;lat;lng\nCafé Zoé;44.9537;-93.2201\n'
    const utf16 = (big: boolean, mark: boolean) => {
      const units = [...(mark ? '\uFEFF' : ''), ...text].map((letter) => letter.charCodeAt(0))
      return new Uint8Array(
        units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
      )
    }
    const latin = new Uint8Array([...text].map((letter) => letter.charCodeAt(0)))
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
      expect([unknown, found(unknown)]).toEqual([unknown, expect.anything()])
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
    expect(await problemsOf({ 'bomb.zip': bomb as Uint8Array<ArrayBuffer> })).toEqual({
      names: ['The Anchor'],
      problems: ['In “bomb.zip”, “a.csv” would be too large, and was left out.'],
    })
    // A zip whose directory says that its file is small.
    const liar = zipSync({ 'a.csv': strToU8(`name\n${'x'.repeat(1_000_000)}\n`) })
    const directory = liar.findIndex(
      (_, n) => liar[n] === 0x50 && liar[n + 1] === 0x4b && liar[n + 2] === 1,
    )
    new DataView(liar.buffer).setUint32(directory + 24, 20, true)
    const { names } = await problemsOf({ 'liar.zip': liar as Uint8Array<ArrayBuffer> })
    expect(names.join('').length).toBeLessThan(20)
  })

  it('opens no zip within a zip, and heeds no folders', async () => {
    const inner = zipSync({ 'a.csv': strToU8('name\nInner\n') })
    const zip = zipSync({ 'in.zip': inner, '../../etc/passwd.csv': strToU8('name\nThe Anchor\n') })
    expect(await problemsOf({ 'nest.zip': zip as Uint8Array<ArrayBuffer> })).toEqual({
      names: ['The Anchor'],
      problems: ['“in.zip” is a zip within a zip. Open it on its own.'],
    })
  })

  const damaged: [string, Content, string[], string][] = [
    ['a.zip', 'PK\u0003\u0004 no more', [], '“a.zip” can’t be read: it is damaged.'],
    ['a.json', '{"features": [', [], '“a.json” can’t be read: it isn’t a whole JSON file.'],
    ['a.json', '[]', [], 'We found no places in “a.json”.'],
    ['a.csv', 'a,b\n1,2\n', [], '“a.csv” has no column with names, like “Title” or “Name”.'],
    ['a.csv', '', [], '“a.csv” has no column with names, like “Title” or “Name”.'],
    [
      'a.jpg',
      new Uint8Array([255, 216, 255, 224, 0, 16, 74, 70, 73, 70]),
      [],
      'We found no places in “a.jpg”.',
    ],
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
