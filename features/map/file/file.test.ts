import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { until } from '#platform/testing/until.ts'
import { commands } from '../commands.ts'
import { pmtilesOf } from './pmtiles.testing.ts'
import { parseRange } from './serve.server.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'yolo-map-'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const body = Buffer.from('the only tile')
const archive = pmtilesOf({
  tiles: [{ z: 2, x: 1, y: 1, body }],
  type: 1,
  metadata: {
    attribution: '<a href="https://map.example/">Map Example</a> &amp; others',
    vector_layers: [{ id: 'roads' }, { id: 'water' }],
  },
  bounds: [-94, 44, -92, 46],
})

/** Runs the command and returns the text that the operator sees, and the exit code. */
async function yolo(...args: string[]) {
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const out = vi.spyOn(console, 'log').mockImplementation(say)
  const wrong = vi.spyOn(console, 'error').mockImplementation(say)
  const code = await commands[0]!.run(args, app.services)
  out.mockRestore()
  wrong.mockRestore()
  return { code, said: said.join('\n') }
}

async function file(name: string, content: Buffer) {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const basemap = async () => (await app.get('/api/map/basemap')).body
const shown = (wanted: string) =>
  until(async () => {
    const now = await basemap()
    return now.kind === wanted ? now : undefined
  }, `the map is no ${wanted}`)

describe('yolo map', () => {
  it('refuses what isn’t a map, and says why', async () => {
    const bad = async (content: Buffer) => yolo('install', await file('bad.pmtiles', content))
    expect(await bad(Buffer.from('PK'))).toMatchObject({ code: 1 })
    expect((await bad(Buffer.alloc(500))).said).toContain('is no PMTiles file')
    const older = Buffer.from(archive)
    older[7] = 2
    expect((await bad(older)).said).toContain('is PMTiles of version 2, not 3')
    expect((await bad(archive.subarray(0, -1))).said).toContain('is cut off')
    const other = Buffer.from(archive)
    other[99] = 0
    expect((await bad(other)).said).toContain('of a kind that browsers can’t draw')
    const broken = Buffer.from(archive)
    broken.fill(255, 127, 140)
    expect((await bad(broken)).said).toContain('is damaged')
    expect((await yolo('install', join(folder, 'none'))).said).toContain('there is no such file')
    expect((await yolo('install', folder)).said).toContain('that is a folder')
    expect((await yolo('fold')).code).toBe(2)
    expect((await basemap()).kind).toBe('drawn')
  })

  it(
    'copies a file, says what it is, and pages show it until it is removed',
    { tags: 'long' },
    async () => {
      const path = await file('minnesota.pmtiles', archive)
      const { code, said } = await yolo('install', path)
      expect(code).toBe(0)
      expect(said).toContain('vector tiles, zooms 2 to 2')
      expect(said).toContain('from 44, -94 to 46, -92')
      expect(said).toContain('roads, water')
      expect(said).toContain('Map Example, & others')
      await rm(path)
      const { file: now, attribution } = await shown('file')
      expect(now).toMatchObject({
        kind: 'vector',
        bounds: [-94, 44, -92, 46],
        bytes: archive.length,
      })
      expect(attribution[0]).toEqual({ text: 'Map Example', href: 'https://map.example/' })
      const read = new PMTiles(`${app.origin}/api/map/file/${now.name}`)
      expect(Buffer.from((await read.getZxy(2, 1, 1))!.data).toString()).toBe('the only tile')
      expect(await read.getZxy(2, 0, 0)).toBeUndefined()

      // Another file replaces it, and parts of the old file are no longer served.
      const next = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, body }], type: 2 })
      expect((await yolo('install', await file('next.pmtiles', next))).code).toBe(0)
      await until(async () => (await basemap()).file?.kind === 'raster', 'the new file isn’t shown')
      expect((await app.get(`/api/map/file/${now.name}`)).status).toBe(404)
      expect((await basemap()).attribution[0].text).toContain('OpenStreetMap')

      expect((await yolo('show')).said).toContain('raster tiles')
      expect((await yolo('remove')).said).toContain('the drawn map is shown')
      expect((await yolo('remove')).said).toContain('no map installed')
      await shown('drawn')
    },
  )
})

describe('a range of the map’s file', () => {
  let path: string
  beforeAll(async () => {
    await yolo('install', await file('ranges.pmtiles', archive))
    path = `/api/map/file/${(await shown('file')).file.name}`
  })
  const get = async (headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(app.origin + path, { method, headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes }
  }

  it('is answered with 206 and what of how much it is', async () => {
    const { status, headers, bytes } = await get({ Range: 'bytes=0-6' })
    expect([status, bytes.toString()]).toEqual([206, 'PMTiles'])
    expect(headers.get('content-range')).toBe(`bytes 0-6/${archive.length}`)
    expect(headers.get('content-length')).toBe('7')
    expect(headers.get('cache-control')).toContain('immutable')
    expect((await get({ Range: 'bytes=-13' })).bytes.toString()).toBe('the only tile')
    const open = await get({ Range: `bytes=${archive.length - 4}-` })
    expect([open.status, open.bytes.toString()]).toEqual([206, 'tile'])
    const beyond = await get({ Range: 'bytes=100-99999999' })
    expect(beyond.bytes.equals(archive.subarray(100))).toBe(true)
  })

  it('beyond its end is a 416, and one that nobody understands the whole', async () => {
    const { status, headers, bytes } = await get({ Range: `bytes=${archive.length}-` })
    expect([status, bytes.length]).toEqual([416, 0])
    expect(headers.get('content-range')).toBe(`bytes */${archive.length}`)
    for (const Range of ['bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=-'])
      expect((await get({ Range })).bytes.equals(archive), Range).toBe(true)
    expect((await get({})).headers.get('accept-ranges')).toBe('bytes')
  })

  it('is of the file that the client has, by its ETag, or the whole', async () => {
    const etag = (await get({})).headers.get('etag')!
    const range = { Range: 'bytes=0-6' }
    expect((await get({ ...range, 'If-Range': etag })).status).toBe(206)
    expect((await get({ ...range, 'If-Range': '"another"' })).status).toBe(200)
    expect((await get({ 'If-None-Match': etag })).status).toBe(304)
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(archive.length),
      0,
    ])
  })

  it('is of 4 MB at most, however much is asked for: nobody gets the whole of a large map at once', async () => {
    const tiles = [{ z: 0, x: 0, y: 0, body: Buffer.alloc(9_000_000, 7) }]
    const large = pmtilesOf({ tiles, type: 2 })
    await yolo('install', await file('large.pmtiles', large))
    const name = await until(async () => {
      const { file: now } = await basemap()
      return now?.bytes === large.length ? now.name : undefined
    }, 'the large file isn’t shown')
    path = `/api/map/file/${name}`
    const most = 4 * 1024 * 1024
    const { status, headers, bytes } = await get({ Range: 'bytes=0-' })
    expect([status, bytes.length]).toEqual([206, most])
    expect(bytes.equals(large.subarray(0, most))).toBe(true)
    expect(headers.get('content-range')).toBe(`bytes 0-${most - 1}/${large.length}`)
    expect((await get({ Range: `bytes=${most}-${large.length}` })).bytes.length).toBe(most)
    expect((await get({ Range: 'bytes=-5' })).bytes.length).toBe(5)
    const whole = await get({})
    expect([whole.status, JSON.parse(whole.bytes.toString()).error]).toEqual([400, 'ask_for_range'])
  })

  it('is read from its header as RFC 9110 says', () => {
    expect(parseRange('bytes=0-0', 10)).toEqual({ from: 0, to: 0 })
    expect(parseRange('bytes=-3', 10)).toEqual({ from: 7, to: 9 })
    expect(parseRange('bytes=-30', 10)).toEqual({ from: 0, to: 9 })
    expect(parseRange('bytes=-0', 10)).toBe('none')
    expect(parseRange('bytes=10-', 10)).toBe('none')
    expect(parseRange(undefined, 10)).toBeNull()
  })
})
