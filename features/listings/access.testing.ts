import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /listings/likely': { input: () => ({ category: 3, latitude: 44.98, longitude: -93.27 }) },
  'GET /yolos': { input: () => ({ category: 3 }) },
  'GET /yolos/export': { input: () => ({ category: 3, format: 'csv' }) },
}
