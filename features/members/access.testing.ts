import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /users/:id': { input: ({ stranger }) => ({ id: stranger.id }) },
  'GET /users/:id/export': {
    input: ({ stranger }) => ({ id: stranger.id, format: 'csv' }),
  },
  'GET /my-page': nothing,
  'GET /upvotedItems': nothing,
  'POST /share': nothing,
}
