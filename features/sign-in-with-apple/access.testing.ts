import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  // Sign in with Apple isn't set up for these samples. server.test.ts covers it when it is.
  'GET /login/apple': { ...noInput, status: { all: 404 } },
  'POST /login/apple/callback': { input: () => ({ state: 'x' }), status: { all: 415 } },
}
