import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { attributionOf } from './attribution.server.ts'
import { fetchUpstream } from './fetch.server.ts'

const metricsToken = 'sixteen-characters-or-more'
type Fault = (request: IncomingMessage, answer: ServerResponse) => void
let fault: Fault | null = null
const asked: string[] = []
const png = Buffer.from('89504e470d0a1a0a', 'hex')

/** A tile server of the operator's, which wants its key. */
const source = createServer((request, answer) => {
  asked.push(request.url!)
  if (fault) return fault(request, answer)
  const { pathname, searchParams } = new URL(request.url!, 'http://source')
  const send = (type: string, body: string | Buffer, more = {}) =>
    answer.writeHead(200, { 'content-type': type, ...more }).end(body)
  if (searchParams.get('key') !== 'secret' && pathname !== '/fonts/Bold/0-255.pbf')
    return answer.writeHead(403).end('who?')
  if (pathname === '/style.json') return send('application/json', JSON.stringify(style()))
  if (pathname === '/tiles.json')
    return send(
      'application/json',
      JSON.stringify({
        tiles: [`${origin}/t/{z}/{x}/{y}?key=secret`],
        maxzoom: 14,
        attribution: '<a href="https://osm.example">OSM</a><script>alert(1)</script>',
      }),
    )
  if (pathname === '/t/3/1/2')
    return send('application/x-protobuf', gzipSync('a tile'), { 'content-encoding': 'gzip' })
  if (pathname === '/p/3/1/2.png') return send('image/png', png)
  if (pathname === '/p/3/1/3.png') return send('text/html', '<script>alert(1)</script>')
  if (pathname === '/fonts/Bold/0-255.pbf') return send('application/x-protobuf', 'glyphs')
  if (pathname === '/sprite@2x.json') return send('application/json', '{}')
  return answer.writeHead(404).end()
})
let origin: string
let forbidden = 0
/** Of this machine too, but nobody named it. */
const neighbour = createServer((_, answer) => {
  forbidden++
  answer.end('private')
})
let private_: string

const style = () => ({
  version: 8,
  glyphs: `${origin}/fonts/{fontstack}/{range}.pbf`,
  sprite: `${origin}/sprite?key=secret`,
  sources: {
    base: { type: 'vector', url: '/tiles.json?key=secret' },
    photos: { type: 'raster', tiles: ['/p/{z}/{x}/{y}.png?key=secret'], tileSize: 256 },
    inside: { type: 'raster', tiles: [`${private_}/{z}/{x}/{y}.png`] },
    metadata: { type: 'raster', tiles: ['http://169.254.169.254/{z}/{x}/{y}'] },
    film: { type: 'video', urls: ['https://elsewhere.example/film.mp4'] },
  },
  layers: [
    { id: 'roads', type: 'line', source: 'base', 'source-layer': 'roads' },
    { id: 'names', type: 'symbol', source: 'base', layout: { 'text-font': ['Bold'] } },
    { id: 'film', type: 'raster', source: 'film' },
  ],
})

const listening = (server: typeof source) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
    ),
  )

async function appWith(): Promise<TestApp> {
  return testApp({ settings: { mapStyles: [`${origin}/style.json?key=secret`] } })
}
let app: TestApp
beforeAll(async () => {
  origin = await listening(source)
  private_ = await listening(neighbour)
  app = await appWith()
}, 120_000)
beforeEach(() => {
  fault = null
  asked.length = 0
})
afterAll(() => {
  for (const server of [source, neighbour]) {
    server.closeAllConnections()
    server.close()
  }
})

describe('a style of the operator’s', () => {
  it('comes with our addresses alone: neither its host nor its key reaches a browser', async () => {
    const { body, text } = await app.get('/api/map/basemap')
    expect(body.kind).toBe('style')
    expect(text).not.toContain('secret')
    expect(text).not.toContain('127.0.0.1')
    expect(body.style.sources.base).toMatchObject({
      type: 'vector',
      tiles: ['/api/map/tiles/0/{z}/{x}/{y}'],
      maxzoom: 14,
    })
    expect(body.style.glyphs).toBe('/api/map/glyphs/{fontstack}/{range}')
    expect(body.style.sprite).toEqual([{ id: 'default', url: '/api/map/sprites/0/sprite' }])
    // A film can't be passed on: what is drawn of it goes.
    expect(body.style.layers.map(({ id }: { id: string }) => id)).toEqual(['roads', 'names'])
    expect(body.attribution).toEqual([
      { text: 'OSM', href: 'https://osm.example/' },
      { text: 'alert(1)', href: null },
    ])
  })

  it('has its tiles, glyphs and small pictures passed on, and kept', async () => {
    const tile = await app.get('/api/map/tiles/0/3/1/2')
    expect([tile.status, tile.text]).toEqual([200, 'a tile'])
    expect(tile.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
    expect(tile.headers.get('cache-control')).toContain('max-age=')
    await app.get('/api/map/tiles/0/3/1/2')
    expect(asked.filter((path) => path.startsWith('/t/'))).toEqual(['/t/3/1/2?key=secret'])
    const photo = await app.get('/api/map/tiles/1/3/1/2')
    expect(photo.headers.get('content-type')).toBe('image/png')
    expect((await app.get('/api/map/glyphs/Bold/0-255')).text).toBe('glyphs')
    expect((await app.get('/api/map/sprites/0/sprite@2x.json')).text).toBe('{}')
    expect(asked).toContain('/sprite@2x.json?key=secret')
  })

  it('opens nothing that it doesn’t name itself', async () => {
    for (const path of [
      '/api/map/tiles/9/0/0/0',
      '/api/map/tiles/0/15/0/0',
      '/api/map/tiles/0/3/8/0',
      '/api/map/tiles/0/3/1/7',
      '/api/map/glyphs/Other/0-255',
      '/api/map/glyphs/Bold/1-256',
      '/api/map/sprites/3/sprite.png',
      '/api/map/data/0',
    ])
      expect((await app.get(path)).status, path).toBe(404)
    for (const path of [
      '/api/map/tiles/0/3/1/..%2f..%2fadmin',
      '/api/map/glyphs/Bold/..%2f..%2fadmin',
      '/api/map/sprites/0/..%2fadmin',
    ])
      expect((await app.get(path)).status, path).toBe(400)
    expect(asked.some((path) => path.includes('admin'))).toBe(false)
  })

  it('S24 leads to no private address, not by its own words and not by a name', async () => {
    expect((await app.get('/api/map/tiles/2/0/0/0')).status).toBe(503)
    expect((await app.get('/api/map/tiles/3/0/0/0')).status).toBe(503)
    expect(forbidden).toBe(0)
    const ask = (address: string) =>
      fetchUpstream(new URL(address), { home: origin, most: 1000 }).catch((error) => error.reason)
    const port = new URL(private_).port
    for (const host of [
      'localhost',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '2130706433',
    ])
      expect(await ask(`http://${host}:${port}/`), host).toBe('forbidden')
    expect(await ask('file:///etc/passwd')).toBe('forbidden')
    expect(forbidden).toBe(0)
  })
})

describe('where the source fails', () => {
  const to = (location: string): Fault => {
    return (_, answer) => void answer.writeHead(302, { location }).end()
  }
  const ask = async (patience = 5_000) =>
    fetchUpstream(new URL(`${origin}/x`), { home: origin, most: 1000, patience }).then(
      (found) => found?.body.length ?? null,
      (error) => `${error.reason} ${error.pause ?? ''}`.trim(),
    )
  const status =
    (code: number, headers = {}): Fault =>
    (_, answer) =>
      void answer.writeHead(code, headers).end('secret words')

  it.each([
    ['a redirect to a private address', () => to(private_), 'malformed'],
    ['a redirect to itself', () => to('/style.json'), 'malformed'],
    ['a spent quota', () => status(429, { 'retry-after': '7' }), 'quota 7000'],
    ['a refused key', () => status(403), 'refused'],
    ['an outage', () => status(502), 'outage'],
    ['nothing there', () => status(404), null],
    [
      'what is too large',
      () => (_: unknown, a: ServerResponse) => void a.end('x'.repeat(1001)),
      'malformed',
    ],
    [
      'what is too large unpacked',
      () => (_: unknown, a: ServerResponse) =>
        void a.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
      'malformed',
    ],
    ['a broken line', () => (_: unknown, a: ServerResponse) => void a.destroy(), 'outage'],
  ])('%s is told apart', async (_, broken, reason) => {
    fault = broken()
    expect(await ask()).toBe(reason)
    expect(forbidden).toBe(0)
  })

  it('one that doesn’t answer, or not to the end, is given up', async () => {
    fault = () => {}
    expect(await ask(50)).toBe('time-out')
    fault = (_, answer) => void answer.writeHead(200).write('a')
    expect(await ask(50)).toBe('time-out')
  })

  it('a tile that is no picture isn’t passed on, and the drawn map stands in for a style that is away', async () => {
    expect((await app.get('/api/map/tiles/1/3/1/3')).status).toBe(503)
    fault = status(500)
    const other = await appWith()
    const { status: answered, body } = await other.get('/api/map/basemap')
    expect([answered, body.kind, body.style]).toEqual([200, 'drawn', null])
    expect(JSON.stringify(body)).not.toContain('secret')
    // After some failures it isn't asked for a while.
    for (let at = 0; at < 8; at++) await other.get('/api/map/basemap')
    const before = asked.length
    expect((await other.get('/api/map/tiles/0/3/1/2')).body).toMatchObject({ error: 'map_away' })
    expect(asked.length).toBe(before)
    await other.close()
  })

  it('of two styles one may be away, and the metrics count the sources that are', async () => {
    const gone = `${private_.replace(/\d+$/, '1')}/style.json`
    const two = await testApp({
      settings: { mapStyles: [`${origin}/style.json?key=secret`, gone], metricsToken },
    })
    const away = async () => {
      const { text } = await two.get('/api/metrics', { as: { token: metricsToken } })
      return Number(/^map_source_away (\d+)$/m.exec(text)![1])
    }
    expect(await away()).toBe(0)
    for (let at = 0; at < 6; at++)
      expect((await two.get('/api/map/basemap?look=dark')).body.kind).toBe('drawn')
    expect(await away()).toBe(1)
    // The light one's tiles come on.
    expect((await two.get('/api/map/basemap?look=light')).body.kind).toBe('style')
    expect((await two.get('/api/map/tiles/0/3/1/2')).status).toBe(200)
    await two.close()
  })
})

describe('an attribution', () => {
  it('is words and web addresses, whatever HTML it was', () => {
    expect(attributionOf('&copy; <a href="https://a.example/x">A &amp; B</a> 2026')).toEqual([
      { text: 'A & B', href: 'https://a.example/x' },
      { text: '© 2026', href: null },
    ])
    expect(attributionOf('<a href="javascript:alert(1)">A</a>')).toEqual([
      { text: 'A', href: null },
    ])
    expect(attributionOf('<img src=x onerror=alert(1)>')).toEqual([])
    expect(attributionOf('')).toEqual([])
  })
})
