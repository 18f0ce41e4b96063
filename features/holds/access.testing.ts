import { holdMembers, releaseMembers } from '#domain/holds.ts'
import { transact } from '#platform/server/database.ts'
import { nothing, type Samples } from '#platform/testing/access.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { calls } from './server.ts'

/** Held since now, with nothing answered yet. */
const held = ({ services }: TestApp, id: number) =>
  transact(services.database, async (tx) => {
    const now = services.clock.now()
    await releaseMembers(tx, { members: [id], by: 'rule', now })
    await holdMembers(tx, { members: [id], reason: 'Votes in a row.', by: 'rule', now })
  })

export const samples: Samples<typeof calls> = {
  'POST /admin/holds': {
    input: async ({ app }) => ({ userId: (await app.member()).id, reason: 'Votes in a row.' }),
  },
  'DELETE /admin/holds/:userId': {
    input: async ({ app }) => {
      const { id } = await app.member()
      await held(app, id)
      return { userId: id, reason: 'A party.' }
    },
  },
  'GET /holds': nothing,
  'POST /holds/answer': {
    input: async ({ app, owner }) => {
      await held(app, owner.id)
      return { text: 'It was a party.' }
    },
    status: { unverified: 404, member: 404, other: 404, '20': 404, '514': 404, '6': 404 },
  },
}
