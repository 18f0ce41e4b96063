import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /shares': noInput,
  'GET /user/count': noInput,
  'GET /users-nearby': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /admin/members': noInput,
  'GET /admin/members/:id': { input: ({ owner }) => ({ id: owner.id }) },
  'GET /users/:id': { input: ({ stranger }) => ({ id: stranger.id }) },
  'GET /users/:id/export': {
    input: ({ stranger }) => ({ id: stranger.id, format: 'csv' }),
  },
  'GET /my-page': noInput,
  'GET /upvotedItems': noInput,
  'POST /share': noInput,
}
