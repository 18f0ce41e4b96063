import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /admin/cities': noInput,
  'GET /admin/cities/:slug': { input: () => ({ slug: 'fargo-nd-us' }) },
}
