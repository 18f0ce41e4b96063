import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /map/restaurants': { input: () => ({ restaurants: '1,2' }) },
  'GET /map/basemap': { input: () => ({}) },
}
