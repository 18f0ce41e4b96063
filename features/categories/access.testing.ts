import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /user-categories': nothing,
  'GET /categories': nothing,
  'GET /tags': { input: () => ({ category: 3 }) },
}
