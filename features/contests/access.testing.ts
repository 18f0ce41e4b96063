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
      const back = { disabled_at: null, delete_at: null }
      await app.database.updateTable('users').set(back).where('id', '=', as.id).execute()
      await item()
      await app.post(`/api/contests/${id}/confirm`, { eligible: true }, { as })
      await app.post(`/api/contests/${id}/close`, {}, { as: admin })
    },
    draw: () => app.post(`/api/contests/${id}/draw`, {}, { as: admin }),
  }
}
const one = { input: async (world: World) => ({ id: (await made(world)).id }) }

/** Makes a contest that was drawn and whose winner declined. Returns its ID. */
async function declined(world: World): Promise<number> {
  const contest = await made(world)
  await contest.closed()
  await contest.draw()
  const as = (await world.actor('owner'))!
  await world.app.post(`/api/contests/${contest.id}/answer`, { accept: false }, { as })
  return contest.id
}
const soon = () => ({
  beacon: 'The lottery’s next numbers',
  publicAt: new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString(),
})

export const samples: Samples<typeof calls> = {
  'GET /contests': noInput,
  'GET /contests/:id': one,
  'GET /contests/:id/entries': one,
  'GET /contests/mine': noInput,
  'POST /contests/:id/confirm': {
    input: async (world) => ({ id: (await made(world)).id, eligible: true }),
  },
  'POST /contests/:id/answer': {
    async input(world) {
      const contest = await made(world)
      await contest.closed()
      await contest.draw()
      return { id: contest.id, accept: true }
    },
    status: { all: 403, visitor: 401, owner: 200 },
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
      const contest = await made(world, { beacon: 'The lottery’s numbers' })
      await contest.closed()
      return { id: contest.id, beacon: '4 8 15 16 23 42' }
    },
  },
  'POST /contests/:id/redraw/announce': {
    input: async (world) => ({ id: await declined(world), ...soon() }),
  },
  'POST /contests/:id/redraw': {
    async input(world) {
      const id = await declined(world)
      const { database } = world.app
      const at = world.app.services.clock.now().getTime()
      await database
        .insertInto('contest_redraws')
        .values({
          contest_id: id,
          k: 1,
          beacon: 'The lottery’s next numbers',
          announced_at: new Date(at - 2000),
          public_at: new Date(at - 1000),
        })
        .execute()
      return { id, beacon: '1 2 3' }
    },
  },
  'GET /contests/:id/export': one,
  'GET /admin/contests': noInput,
  'GET /admin/contests/:id': one,
}
