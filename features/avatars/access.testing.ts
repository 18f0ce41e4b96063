import { noInput, type Sample, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const someone: Sample = { input: ({ stranger }) => ({ userId: stranger.id }) }

export const samples: Samples<typeof calls> = {
  'GET /avatars/:userId': someone,
  'POST /user/avatar/upload': { input: async ({ photo }) => ({ file: await photo() }) },
  'DELETE /user/avatar': noInput,
}
