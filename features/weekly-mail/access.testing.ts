import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'POST /weekly-mail/stop': { input: () => ({ token: 'none' }), status: { all: 400 } },
}
