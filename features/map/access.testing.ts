import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /map/restaurants': { input: () => ({ restaurants: '1,2' }) },
  'GET /map/drawn/:z/:x/:y': { input: () => ({ z: 9, x: 123, y: 184 }) },
}
