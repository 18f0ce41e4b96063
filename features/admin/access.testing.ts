import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /admin/overview': noInput,
  'GET /admin/audit': noInput,
}
