import { noInput, type Samples } from '#platform/testing/access.ts'
import type { World } from '#platform/testing/access-world.ts'
import type { calls } from './server.ts'

/** Returns the id of a new case about a member. */
async function memberCase({ app, owner }: World): Promise<number> {
  const { id } = await app.member()
  await app.post('/api/reports', { kind: 'member', id, reason: 'spam' }, { as: owner })
  const row = await app.database
    .selectFrom('cases')
    .select('id')
    .where('kind', '=', 'member')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.id
}

export const samples: Samples<typeof calls> = {
  'POST /reports': {
    input: async ({ app }) => ({ kind: 'member', id: (await app.member()).id, reason: 'spam' }),
  },
  'GET /admin/cases': noInput,
  'POST /admin/cases/:id/decide': {
    input: async (world) => ({ id: await memberCase(world), decision: 'dismiss' }),
  },
  'POST /admin/cases/:id/restore': {
    input: async (world) => ({ id: await memberCase(world) }),
    status: { '514': 404, '6': 404 },
  },
  'POST /admin/members/:id/suspension': {
    input: async ({ app }) => ({ id: (await app.member()).id, reason: 'Spam.' }),
  },
  'DELETE /admin/members/:id/suspension': {
    input: async ({ app }) => ({ id: (await app.member()).id }),
  },
}
