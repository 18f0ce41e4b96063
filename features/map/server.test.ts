import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { beforeAll, describe, expect, it } from 'vitest'
import { milesBetween } from '#domain/position/miles.ts'
import { readSettings } from '#platform/server/settings.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { createMapRenderer } from './drawn/drawer.server.ts'
import {
  destinationPoint,
  boundsOfCircle,
  circleAround,
  groupNearbySpots,
  distanceCovering,
  scaleOf,
} from './geometry.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
}, 120_000)

const minneapolis = { latitude: 44.98, longitude: -93.265 }

/** Returns a point's distance from the map's upper left corner, in tiles. */
function across(z: number, { latitude, longitude }: typeof minneapolis) {
  const side = 2 ** z
  const sine = Math.sin((latitude * Math.PI) / 180)
  const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return { x: ((longitude + 180) / 360) * side, y: down * side }
}

/** Returns the tile that contains a point, as 'z/x/y'. */
function tileAt(z: number, point: typeof minneapolis) {
  const { x, y } = across(z, point)
  return `${z}/${Math.floor(x)}/${Math.floor(y)}`
}

async function layersAt(path: string) {
  const answer = await fetch(`${app.origin}/api/map/drawn/${path}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.mapbox-vector-tile',
  ])
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer())))
  const names = (layer: string) =>
    Array.from(
      { length: layers[layer]?.length ?? 0 },
      (_, at) => layers[layer]!.feature(at).properties.name,
    )
  return { layers, names }
}

async function isLand(z: number, place: string) {
  const [latitude = 0, longitude = 0] = place.split(' ').map(Number)
  const { x, y } = across(z, { latitude, longitude })
  const { land } = (await layersAt(tileAt(z, { latitude, longitude }))).layers
  if (!land) return false
  const at = { x: (x % 1) * land.extent, y: (y % 1) * land.extent }
  const shapes = Array.from({ length: land.length }, (_, one) => land.feature(one).loadGeometry())
  return shapes.some((rings) => rings.filter((ring) => isWithin(at, ring)).length % 2 === 1)
}

type Spot = { x: number; y: number }

/** True if a line from the spot to the right crosses the ring an odd number of times. */
const isWithin = (at: Spot, ring: Spot[]) =>
  ring.filter((to, index) => {
    const from = ring.at(index - 1)!
    if (from.y > at.y === to.y > at.y) return false
    return at.x < from.x + ((at.y - from.y) / (to.y - from.y)) * (to.x - from.x)
  }).length %
    2 ===
  1

describe('the picture in the map’s place before it has come', () => {
  const ask = async (search: string) => {
    const answer = await fetch(`${app.origin}/api/map/static?${search}`)
    return { answer, svg: await answer.text() }
  }

  it('has the ground about the point, its cities and the circle, in both looks, without a script', async () => {
    const { answer, svg } = await ask('latitude=44.98&longitude=-93.265&distanceMiles=20')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    for (const part of ['land', 'county', 'state']) expect(svg).toContain(`<path class="${part}"`)
    expect(svg).toMatch(/<text[^>]*>Minneapolis<\/text>/)
    expect(svg).toContain('<circle class="circle"')
    expect(svg).toContain('prefers-color-scheme:dark')
    expect(svg).not.toMatch(/<script|href|url\(| on\w+=/)
    expect(svg.length).toBeLessThan(60_000)
  })

  it('is of the world where no place is asked for, and of open sea where there is nothing else', async () => {
    const world = await ask('')
    expect(world.svg).toContain('<path class="land"')
    expect(world.svg.length).toBeLessThan(150_000)
    const sea = await ask('latitude=-40&longitude=-120&distanceMiles=1')
    expect([sea.answer.status, sea.svg.includes('class="land"')]).toEqual([200, false])
  })

  it.each(['latitude=91&longitude=0', 'latitude=1', 'latitude=1&longitude=2&distanceMiles=3'])(
    '%s → 400',
    async (search) => expect((await ask(search)).answer.status).toBe(400),
  )

  it('keeps no more memory than its bytes', async () => {
    const draw = createMapRenderer(app.services.settings.stateDir)
    const place = { point: minneapolis, miles: 10 }
    const tile = { z: 4, x: 3, y: 5 }
    for (const what of [
      { place, cities: [] },
      { tile, cities: [], restaurants: [] },
    ]) {
      const { buffer, length } = await draw(what, null)
      expect(buffer.byteLength).toBe(length)
    }
  })

  it('S31 a network waits for a hundred at most, and others get theirs', async () => {
    const draw = createMapRenderer(app.services.settings.stateDir)
    const place = { point: { latitude: -40, longitude: -120 }, miles: 1 }
    const from = (network: string) => draw({ place, cities: [] }, network)
    const many = Promise.allSettled(Array.from({ length: 120 }, () => from('192.0.2.1')))
    expect((await from('192.0.2.2')).length).toBeGreaterThan(0)
    const refused = (await many).filter((answer) => answer.status === 'rejected')
    expect(refused.map(({ reason }) => reason.status)).toEqual(Array(20).fill(503))
    expect((await from('192.0.2.1')).length).toBeGreaterThan(0)
  })
})

describe('the drawn map', () => {
  it('has land, borders and the names of the largest at every zoom, far and near', async () => {
    const world = await layersAt('0/0/0')
    expect(Object.keys(world.layers)).toEqual(
      expect.arrayContaining(['land', 'country', 'grid', 'city']),
    )
    expect(world.names('city')).toContain('Tokyo')
    const near = await layersAt(tileAt(8, minneapolis))
    expect(Object.keys(near.layers)).toEqual(
      expect.arrayContaining(['land', 'state', 'county', 'grid', 'city']),
    )
    expect(near.names('city')).toEqual(expect.arrayContaining(['Minneapolis', 'Saint Paul']))
  })

  it.each([0, 3, 5, 7, 9])(
    'has land where land is, over the antimeridian too, at zoom %i',
    async (z) => {
      // Chukotka and Wrangel Island on both sides of the antimeridian, and Antarctica.
      for (const place of ['67 178', '66.5 -175', '71.1 179.5', '71 -179', '-80 -110', '-84 100'])
        expect(await isLand(z, place), place).toBe(true)
      // Seas at the same latitudes, and at Fiji's.
      for (const place of ['68 -168', '67.5 -57', '71.1 0', '70 -178', '-16.7 -100', '-60 179.9'])
        expect(await isLand(z, place), place).toBe(false)
    },
  )

  it.each([5, 7, 9])('has all islands of a state or country, at zoom %i', async (z) => {
    // Taveuni, O‘ahu, Moloka‘i, Long Island, both main islands of New Zealand, Sicily and Sardinia.
    const islands = ['-16.85 -179.97', '21.45 -158', '21.13 -157.05', '40.85 -73']
    for (const place of [...islands, '-41.2 175.5', '-41.7 172.8', '37.5 14', '40.1 9'])
      expect(await isLand(z, place), place).toBe(true)
  })

  it('is never blank: a tile of two miles on land has ground, a grid and our restaurants', async () => {
    await app.restaurant(minneapolis)
    const { layers } = await layersAt(tileAt(12, minneapolis))
    expect(layers.land?.length).toBeGreaterThan(0)
    expect(layers.grid?.length).toBeGreaterThan(0)
    expect(layers.restaurant?.length).toBeGreaterThan(0)
    // A tile in the middle of the ocean has only the grid.
    const sea = await layersAt(tileAt(12, { latitude: 30, longitude: -50 }))
    expect(Object.keys(sea.layers)).toEqual(['grid'])
  })

  it('shows no restaurant that is gone', async () => {
    const point = { latitude: -40.5, longitude: -120.5 }
    const { id } = await app.restaurant(point)
    await app.database
      .updateTable('restaurants')
      .set({ hidden_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect((await layersAt(tileAt(12, point))).layers.restaurant).toBeUndefined()
  })

  it('ends where it has no more to say', async () => {
    for (const path of ['13/0/0', '3/8/0', '3/0/9'])
      expect((await app.get(`/api/map/drawn/${path}`)).status, path).toBe(404)
    for (const path of ['-1/0/0', 'a/0/0', '3/0/1.5'])
      expect((await app.get(`/api/map/drawn/${path}`)).status, path).toBe(400)
  })
})

describe('where restaurants are', () => {
  it('is told of many at once, without those that were deleted', async () => {
    const one = await app.restaurant(minneapolis)
    const gone = await app.restaurant(minneapolis)
    await app.database
      .updateTable('restaurants')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.id)
      .execute()
    const { body } = await app.get(
      `/api/map/restaurants?restaurants=${one.id},${gone.id},2147483647,9999999999`,
    )
    expect(body).toEqual([{ id: one.id, ...minneapolis }])
    expect((await app.get('/api/map/restaurants?restaurants=x')).status).toBe(400)
    expect((await app.get('/api/map/restaurants?restaurants=0')).body).toEqual([])
  })
})

describe('without a style or a file', () => {
  it('the drawn map is the ground, and says whose data it is', async () => {
    const { body } = await app.get('/api/map/basemap?look=dark')
    expect(body).toMatchObject({ kind: 'drawn', style: null, file: null })
    const credits = body.attribution.map(({ text }: { text: string }) => text)
    expect(credits).toEqual(['GeoNames', 'Natural Earth', 'US Census Bureau'])
  })
})

describe('a style of the operator’s', () => {
  it('is told by its address alone: nothing is fetched on a visitor’s behalf, and its origins join the page’s policy', async () => {
    const visits: string[] = []
    const source = createServer((request, answer) => {
      visits.push(request.url!)
      answer.writeHead(403).end()
    })
    await new Promise<void>((done) => source.listen(0, '127.0.0.1', done))
    const origin = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
    const { mapStyles, mapOrigins } = readSettings({
      MAP_STYLE_URL: `${origin}/light.json?key=k,https://maps.example/dark.json`,
      MAP_ORIGINS: 'https://*.tiles.example',
    })
    const other = await testApp({ settings: { mapStyles, mapOrigins } })
    const asked = async (look: string) => (await other.get(`/api/map/basemap?look=${look}`)).body
    const common = { kind: 'style', file: null, attribution: [] }
    expect(await asked('light')).toEqual({ ...common, style: `${origin}/light.json?key=k` })
    expect(await asked('dark')).toEqual({ ...common, style: 'https://maps.example/dark.json' })
    const { headers } = await other.get('/api/health/live')
    expect(headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${origin} https://maps.example https://*.tiles.example;`,
    )
    expect(visits).toEqual([])
    // Calls that forwarded parts of the style through our server no longer exist.
    for (const path of ['tiles/0/0/0/0', 'glyphs/A/0-255', 'sprites/0/sprite.json', 'data/0'])
      expect((await other.get(`/api/map/${path}`)).status).toBe(404)
    await other.close()
    source.close()
  })

  it('is the one for both looks where only one is named', async () => {
    const { mapStyles, mapOrigins } = readSettings({ MAP_STYLE_URL: 'https://maps.example/s' })
    expect(mapOrigins).toEqual(['https://maps.example'])
    const other = await testApp({ settings: { mapStyles, mapOrigins } })
    for (const look of ['light', 'dark'])
      expect((await other.get(`/api/map/basemap?look=${look}`)).body.style).toBe(mapStyles[0])
    await other.close()
  })
})

describe('geometry', () => {
  const points = [
    minneapolis,
    { latitude: -33.9, longitude: 151.2 },
    { latitude: 69, longitude: 18 },
  ]

  it.each(points)('a circle round $latitude, $longitude lies as far as lists measure', (point) => {
    for (const miles of [1, 5, 10, 20]) {
      for (const [longitude, latitude] of circleAround(point, miles))
        expect(milesBetween(point, { latitude, longitude })).toBeCloseTo(miles, 6)
      const [[west, south], [east, north]] = boundsOfCircle(point, miles)
      expect(west < point.longitude && point.longitude < east).toBe(true)
      expect(south < point.latitude && point.latitude < north).toBe(true)
    }
    expect(milesBetween(point, destinationPoint(point, 7, 33))).toBeCloseTo(7, 9)
  })

  it('a view is asked for by the smallest distance that covers it, or the largest', () => {
    const corner = (miles: number) => destinationPoint(minneapolis, miles, 45)
    for (const [miles, asked] of [
      [0.4, 1],
      [0.999, 1],
      [1.01, 5],
      [5.01, 10],
      [10.01, 20],
      [300, 20],
    ] as const)
      expect(distanceCovering(minneapolis, corner(miles)), String(miles)).toBe(asked)
  })

  it('marks that would lie on one another become one, led by the best', () => {
    const spots = [
      { id: 1, x: 0, y: 0 },
      { id: 2, x: 100, y: 0 },
      { id: 3, x: 20, y: 0 },
      { id: 4, x: 90, y: 10 },
      { id: 5, x: 100, y: 0 },
    ]
    const clusters = groupNearbySpots(spots, 30).map(({ members }) => members.map(({ id }) => id))
    expect(clusters).toEqual([
      [1, 3],
      [2, 4, 5],
    ])
    expect(groupNearbySpots([], 30)).toEqual([])
  })

  it('the scale is a round length that fits', () => {
    expect(scaleOf(0.1, 96, 'mi')).toEqual({ text: '5 mi', width: 50 })
    expect(scaleOf(0.01, 96, 'mi')).toEqual({ text: '0.5 mi', width: 50 })
    expect(scaleOf(0.001, 96, 'mi')).toEqual({ text: '250 ft', width: 50 })
    expect(scaleOf(0.1, 96, 'km')).toEqual({ text: '10 km', width: 62 })
    expect(scaleOf(0.001, 96, 'km')).toEqual({ text: '100 m', width: 62 })
    for (let zoom = 1; zoom <= 17; zoom++)
      expect(scaleOf(24_873.6 / (512 * 2 ** zoom), 96, 'mi').width).toBeLessThanOrEqual(96)
  })
})
