import type { World } from '#platform/testing/access-world.ts'
import { noInput, type Samples } from '#platform/testing/access.ts'
import { contestFacts, makeContest } from './contests.testing.ts'
import type { calls } from './server.ts'

async function made({ app, actor, item, restaurant }: World, facts: object = {}) {
  // The contest takes its time zone from this restaurant.
  await restaurant()
  const admin = (await actor('514'))!
  const id = await makeContest(app, admin, facts)
  return {
    id,
    /** Closes the contest, with the owner as the only member who takes part. */
    async closed() {
      const as = (await actor('owner'))!
      const back = { disabled_at: null }
      await app.database.updateTable('users').set(back).where('id', '=', as.id).execute()
      await item()
      await app.post(`/api/contests/${id}/confirm`, { eligible: true }, { as })
      await app.post(`/api/contests/${id}/close`, {}, { as: admin })
    },
    draw: () => app.post(`/api/contests/${id}/draw`, { publicValue: '4 8 15' }, { as: admin }),
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
  'POST /contests/:id/confirm': {
    input: async (world) => ({ id: (await made(world)).id, eligible: true }),
  },
  'POST /contests': {
    async input({ restaurant }) {
      await restaurant()
      return contestFacts()
    },
  },
  'PUT /contests/:id': {
    async input(world) {
      const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000)
      const facts = contestFacts(tomorrow)
      return { ...facts, id: (await made(world, facts)).id, prize: 'A smaller watch' }
    },
  },
  'POST /contests/:id/close': one,
  'POST /contests/:id/draw': {
    async input(world) {
      const contest = await made(world)
      await contest.closed()
      return { id: contest.id, publicValue: '4 8 15 16 23 42' }
    },
  },
  'POST /contests/:id/redraw': {
    async input(world) {
      const contest = await made(world)
      await contest.closed()
      await contest.draw()
      return { id: contest.id, k: 1, reason: 'The winner has moved away.' }
    },
  },
  'GET /contests/:id/export': one,
  'GET /admin/contests/:id': one,
}
