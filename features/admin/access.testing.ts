import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /admin/overview': nothing,
  'GET /admin/audit': nothing,
  'POST /admin/exports': { input: () => ({ name: 'New Members', rows: 3 }) },
}
