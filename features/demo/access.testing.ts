import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  // The stand-in only exists if the settings enable it; see apple-stand-in/server.test.ts.
  'GET /pretend-apple/.well-known/openid-configuration': { ...noInput, status: { all: 404 } },
  'GET /pretend-apple/keys': { ...noInput, status: { all: 404 } },
  'POST /pretend-apple/token': { ...noInput, status: { all: 415 } },
}
