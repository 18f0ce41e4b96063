import { strToU8, zipSync } from 'fflate'
import { expect } from 'vitest'
import type { SavedPlace } from './saved-place.ts'

export type Content = string | Uint8Array<ArrayBuffer> | object

export const anchor = { name: 'The Anchor', latitude: 44.9537, longitude: -93.2201 }
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
export const samples: [string, Record<string, Content>, Partial<SavedPlace>[]][] = [
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
      { ...anchor, rating: 5, note: 'Go!' },
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
        note: 'fish, chips',
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
    [{ ...anchor, note: 'mine' }, salt],
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
    [
      { ...anchor, address: '4302 28th Ave S', city: 'Minneapolis, MN' },
      { name: 'Salt & Pepper', note: 'Order the fish' },
    ],
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
    [{ ...anchor, dish: 'Furious', categoryId: 10, rating: 4, note: 'ok' }],
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
    [{ ...salt, rating: 5, note: 'Nice one' }],
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
        '\uFEFF"name","category","restaurant","address","city","reason","upvotes","favorites","price","tags","status","phone","website","link","attribution","latitude","longitude"\r\n"Fish and chips","Entrees","The Anchor","4302 28th Ave S","Minneapolis, MN, US","So crisp.",4,1,2,"","served","","","https://yolo.example/dish/7","GeoNames",44.9537,-93.2201\r\n',
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
    'our own archive, without the upvotes in it',
    {
      'my-data.zip': zipSync({
        'upvotes.csv': strToU8('"item","restaurant"\n"Pie","Other"\n'),
        'my-data.json': strToU8(
          JSON.stringify({
            account: [{ id: 7 }],
            yolos: [
              {
                id: 1,
                category: 'Burgers',
                item: 'Jucy Lucy',
                restaurant: 'The Anchor',
                address: '4302 28th Ave S',
                description: 'Mine.',
                shown_name: 'Ann',
                created_at: '2026-01-01T00:00:00Z',
              },
            ],
            upvotes: [{ item: 'Pie', restaurant: 'Other' }],
          }),
        ),
      }),
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
