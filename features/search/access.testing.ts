import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /search': { input: () => ({ q: 'ramen', latitude: 44.98, longitude: -93.27 }) },
}
