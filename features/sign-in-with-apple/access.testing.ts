import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  // Not set up here: what a set-up one does is told in server.test.ts.
  'GET /login/apple': { ...nothing, status: { all: 404 } },
  'POST /login/apple/callback': { input: () => ({ state: 'x' }), status: { all: 415 } },
  'POST /login/apple/notices': { input: () => ({ payload: 'x' }), status: { all: 404 } },
}
