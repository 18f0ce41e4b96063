import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  // The stand-in only exists if the settings enable it; see apple-stand-in/server.test.ts.
  'GET /pretend-apple/.well-known/openid-configuration': { ...noInput, status: { all: 404 } },
  'GET /pretend-apple/keys': { ...noInput, status: { all: 404 } },
  'POST /pretend-apple/authorize': {
    input: () => ({
      client_id: 'yolo.pretend',
      redirect_uri: 'http://yolo.test/api/login/apple/callback',
      response_type: 'code',
      response_mode: 'form_post',
      nonce: 'x',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      email: 'someone@example.net',
      hideEmail: false,
    }),
    status: { all: 404 },
  },
  'POST /pretend-apple/token': { ...noInput, status: { all: 415 } },
  'POST /pretend-apple/revoke': { ...noInput, status: { all: 415 } },
}
