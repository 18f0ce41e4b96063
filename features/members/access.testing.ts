import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /shares': nothing,
  'GET /admin/shareholders': nothing,
  'GET /user/count': nothing,
  'GET /users-nearby': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /admin/members': nothing,
  'GET /admin/members/:id': { input: ({ owner }) => ({ id: owner.id }) },
  'GET /admin/members/:id/:part': { input: ({ owner }) => ({ id: owner.id, part: 'yolos' }) },
  'GET /users/:id': { input: ({ stranger }) => ({ id: stranger.id }) },
  'GET /users/:id/export': {
    input: ({ stranger }) => ({ id: stranger.id, format: 'csv' }),
  },
  'GET /my-page': nothing,
  'GET /upvotedItems': nothing,
  'POST /share': nothing,
}
