import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

// Neither a style nor a file is set up.
const nothing = { all: 404 }

export const samples: Samples<typeof calls> = {
  'GET /map/restaurants': { input: () => ({ restaurants: '1,2' }) },
  'GET /map/static': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /map/basemap': { input: () => ({}) },
  'GET /map/file/:name': { status: nothing, input: () => ({ name: `${'0'.repeat(32)}.pmtiles` }) },
  'GET /map/tiles/:source/:z/:x/:y': {
    status: nothing,
    input: () => ({ source: 0, z: 0, x: 0, y: 0 }),
  },
  'GET /map/glyphs/:stack/:range': {
    status: nothing,
    input: () => ({ stack: 'A', range: '0-255' }),
  },
  'GET /map/sprites/:sheet/:file': {
    status: nothing,
    input: () => ({ sheet: 0, file: 'sprite.json' }),
  },
  'GET /map/data/:index': { status: nothing, input: () => ({ index: 0 }) },
  'GET /map/drawn/:z/:x/:y': { input: () => ({ z: 9, x: 123, y: 184 }) },
}
