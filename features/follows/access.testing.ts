import { noInput, type Sample, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const someone: Sample = { input: ({ stranger }) => ({ userId: stranger.id }) }

export const samples: Samples<typeof calls> = {
  'POST /follow/follow-user': someone,
  'DELETE /follow/un-follow-user': someone,
  'GET /follow/is-followed': someone,
  'POST /follow/block': someone,
  'DELETE /follow/block': someone,
  'GET /follow/blocked': noInput,
  'GET /follow/my-followers': noInput,
  'GET /follow/my-followings': noInput,
  'GET /follow/my-followers-count': noInput,
  'GET /follow/my-following-count': noInput,
}
