import { noInput, type Samples } from '#platform/testing/access.ts'
import { password } from '#platform/testing/access-world.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'POST /register': { input: ({ newcomer }) => newcomer() },
  'POST /logout': noInput,
  'GET /yolos/is-yolo-allowed': noInput,
  'POST /verify-email': { input: async ({ mailToken }) => ({ token: await mailToken('verify') }) },
  'POST /resend-verification': noInput,
  'POST /forgot-password': { input: () => ({ email: 'nobody@example.net' }) },
  'POST /reset-password': {
    input: async ({ mailToken }) => ({ token: await mailToken('reset'), password }),
  },
  // The sample sends no token in the header, so it is refused; the call's own test sends one.
  'POST /reset-password/:newPassword': {
    input: () => ({ newPassword: password }),
    status: { all: 400 },
  },
  'PUT /user/password': {
    input: () => ({ current: 'not their password', password }),
    status: { all: 403 },
  },
  // The sample sends no password, so it is refused; the call's own test sends one.
  'PUT /user/email': {
    input: ({ fresh }) => ({ email: `${fresh('new').replace(' ', '')}@example.net` }),
    status: { all: 403 },
  },
  'GET /user': noInput,
  'PUT /user/name': { input: () => ({ firstname: 'Ann', lastname: 'Lee' }) },
  'PUT /user/display-name': {
    input: ({ fresh }) => ({ userName: fresh('Renamed') }),
  },
  'PUT /user/bio': { input: () => ({ bio: 'I like soup.' }) },
  'POST /save-location': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'POST /login/20': noInput,
  // The sample's members have no password, so they are refused; the calls' own tests have one.
  'DELETE /user': { input: () => ({}), status: { all: 403 } },
  'POST /user/disable': { input: () => ({}), status: { all: 403 } },
}
