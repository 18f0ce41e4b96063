import type { World } from '#platform/testing/access-world.ts'
import { noInput, type Samples } from '#platform/testing/access.ts'
import { contestFacts, makeContest } from './contests.testing.ts'
import type { calls } from './server.ts'

async function made({ app, actor, item }: World) {
  const admin = (await actor('514'))!
  const id = await makeContest(app, admin)
  return {
    id,
    /** Closes the contest, with the owner as the only member who takes part. */
    async closed() {
      const as = (await actor('owner'))!
      const back = { disabled_at: null }
      await app.database.updateTable('users').set(back).where('id', '=', as.id).execute()
      await item()
      await app.post(`/api/contests/${id}/confirm`, {}, { as })
      await app.post(`/api/contests/${id}/close`, {}, { as: admin })
    },
  }
}
const one = { input: async (world: World) => ({ id: (await made(world)).id }) }

export const samples: Samples<typeof calls> = {
  'GET /contests': noInput,
  'GET /contests/:id': one,
  'GET /contests/:id/list': {
    async input(world) {
      const contest = await made(world)
      await contest.closed()
      return { id: contest.id }
    },
  },
  'GET /contests/mine': noInput,
  'POST /contests/:id/confirm': one,
  'POST /contests': { input: () => contestFacts() },
  'POST /contests/:id/close': one,
  'POST /contests/:id/draw': {
    async input(world) {
      const contest = await made(world)
      await contest.closed()
      return { id: contest.id, k: 0, text: '4 8 15 16 23 42' }
    },
  },
  'GET /contests/:id/export': one,
  'GET /admin/contests/:id': one,
}
