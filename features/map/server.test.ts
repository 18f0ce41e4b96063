import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#platform/server/settings.ts'
import { testApp } from '#platform/testing/app.ts'
import {
  destinationPoint,
  distanceAndDirectionText,
  distanceCovering,
  groupNearbySpots,
} from './geometry.ts'

const app = await testApp()

describe('GET /map/restaurants', () => {
  it('says where restaurants are, without those that are gone', async () => {
    const [here, gone] = [await app.restaurant(), await app.restaurant()]
    await app.database
      .updateTable('restaurants')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.id)
      .execute()
    const { body } = await app.get(`/api/map/restaurants?restaurants=${here.id},${gone.id}`)
    expect(body).toEqual([
      { id: here.id, latitude: expect.any(Number), longitude: expect.any(Number) },
    ])
    expect((await app.get('/api/map/restaurants?restaurants=1,x')).status).toBe(400)
  })
})

describe('GET /map/basemap', () => {
  it('has nothing of the operator’s by default', async () => {
    expect((await app.get('/api/map/basemap')).body).toEqual({ styles: null, file: null })
  })

  it('has the operator’s styles, whose origins join the page’s policy', async () => {
    const { mapStyles, mapOrigins } = readSettings({
      MAP_STYLE_URL: 'https://maps.example/light.json,https://maps.example/dark.json',
      MAP_ORIGINS: 'https://*.tiles.example',
    })
    const other = await testApp({ settings: { mapStyles, mapOrigins } })
    expect((await other.get('/api/map/basemap')).body.styles).toEqual({
      light: 'https://maps.example/light.json',
      dark: 'https://maps.example/dark.json',
    })
    const { headers } = await other.get('/api/map/basemap')
    expect(headers.get('content-security-policy')).toContain('https://*.tiles.example')
  })

  it('has the operator’s file, of which ranges are served', async () => {
    const stateDir = join(tmpdir(), `yolo-map-${process.pid}`)
    await mkdir(join(stateDir, 'map'), { recursive: true })
    await writeFile(join(stateDir, 'map', 'map.pmtiles'), 'PMTiles and more')
    const other = await testApp({ settings: { stateDir } })
    expect((await other.get('/api/map/basemap')).body.file).toBe('/map/map.pmtiles')
    const part = await fetch(`${other.origin}/map/map.pmtiles`, { headers: { range: 'bytes=0-6' } })
    expect([part.status, await part.text()]).toEqual([206, 'PMTiles'])
  })
})

describe('geometry', () => {
  const home = { latitude: 44.98, longitude: -93.26 }

  it('covers a view by the smallest distance, or the largest', () => {
    const corner = (miles: number) => destinationPoint(home, miles, 45)
    expect([0.5, 3, 8, 15, 300].map((miles) => distanceCovering(home, corner(miles)))).toEqual([
      1, 5, 10, 20, 20,
    ])
  })

  it('joins marks that would lie on one another, led by the best', () => {
    const spots = [0, 10, 100].map((x) => ({ x, y: 0 }))
    expect(groupNearbySpots(spots, 34).map(({ members }) => members.length)).toEqual([2, 1])
  })

  it.each([
    [0.4, 45, '0.4 miles north-east of'],
    [1, 180, '1 mile south of'],
    [0.005, 359, 'less than 0.01 miles north of'],
  ])('%s miles in direction %s are %s', (miles, direction, text) =>
    expect(distanceAndDirectionText(home, destinationPoint(home, miles, direction), 'mi')).toBe(
      text,
    ),
  )
})
