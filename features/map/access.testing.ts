import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

// The test site has no map file installed.
const nothing = { all: 404 }

export const samples: Samples<typeof calls> = {
  'GET /map/restaurants': { input: () => ({ restaurants: '1,2' }) },
  'GET /map/static': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /map/basemap': { input: () => ({}) },
  'GET /map/file/:name': { status: nothing, input: () => ({ name: `${'0'.repeat(32)}.pmtiles` }) },
  'GET /map/drawn/:z/:x/:y': { input: () => ({ z: 9, x: 123, y: 184 }) },
}
