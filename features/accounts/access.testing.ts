import { nothing, type Samples } from '#platform/testing/access.ts'
import { password } from '#platform/testing/access-world.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'POST /register': { input: ({ newcomer }) => newcomer() },
  'POST /logout': nothing,
  'GET /yolos/is-yolo-allowed': nothing,
  'POST /verify-email': { input: async ({ mailToken }) => ({ token: await mailToken('verify') }) },
  'POST /resend-verification': nothing,
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
  'POST /user/email/undo': { input: () => ({ token: 'none' }), status: { all: 400 } },
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
