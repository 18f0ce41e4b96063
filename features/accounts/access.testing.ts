import { nothing, type Samples } from '#platform/testing/access.ts'
import { password } from '#platform/testing/access-world.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'POST /register': { input: ({ newcomer }) => newcomer() },
  'POST /login': { input: ({ registered }) => registered() },
  // Not set up here: what a set-up one does is told in features/accounts/apple/server.test.ts.
  'GET /login/apple': { ...nothing, status: { all: 404 } },
  'POST /login/apple/callback': { input: () => ({ state: 'x' }), status: { all: 415 } },
  'POST /login/apple/notices': { input: () => ({ payload: 'x' }), status: { all: 404 } },
  // A stand-in is here only where the settings ask for one: features/accounts/apple/stand-in.test.ts.
  'GET /pretend-apple/.well-known/openid-configuration': { ...nothing, status: { all: 404 } },
  'GET /pretend-apple/keys': { ...nothing, status: { all: 404 } },
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
  'POST /pretend-apple/token': { ...nothing, status: { all: 415 } },
  'POST /pretend-apple/revoke': { ...nothing, status: { all: 415 } },
  'POST /logout': nothing,
  'GET /yolos/is-yolo-allowed': nothing,
  'POST /verify-email': { input: async ({ mailToken }) => ({ token: await mailToken('verify') }) },
  'POST /resend-verification': nothing,
  'POST /forgot-password': { input: () => ({ email: 'nobody@example.net' }) },
  'POST /reset-password': {
    input: async ({ mailToken }) => ({ token: await mailToken('reset'), password }),
  },
  // Its token stands in the header; the test of the call itself sends one.
  'POST /reset-password/:newPassword': {
    input: () => ({ newPassword: password }),
    status: { all: 400 },
  },
  'PUT /user/password': {
    input: () => ({ current: 'not their password', password }),
    status: { all: 403 },
  },
  'PUT /user/email': {
    input: ({ fresh }) => ({ email: `${fresh('new').replace(' ', '')}@example.net` }),
  },
  'GET /user': nothing,
  'PUT /user/name': { input: () => ({ firstname: 'Ann', lastname: 'Lee' }) },
  'PUT /user/display-name': {
    input: ({ fresh }) => ({ userName: fresh('Renamed') }),
  },
  'PUT /user/bio': { input: () => ({ bio: 'I like soup.' }) },
  'POST /save-location': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /sessions': nothing,
  'DELETE /sessions': nothing,
  'DELETE /sessions/:id': { input: () => ({ id: '999999999' }), status: { all: 404 } },
  'POST /login/20': nothing,
  'DELETE /user': nothing,
  'POST /user/disable': nothing,
}
