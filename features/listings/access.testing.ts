import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /yolos': { input: () => ({ category: 3 }) },
  'GET /yolos/export': { input: () => ({ category: 3, format: 'csv' }) },
}
