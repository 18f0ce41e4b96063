import { holdMembers, releaseMembers } from '#domain/holds.ts'
import { transact } from '#platform/server/database.ts'
import { nothing, type Samples } from '#platform/testing/access.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { calls } from './server.ts'

const release = ({ services }: TestApp, id: number) =>
  transact(services.database, (tx) =>
    releaseMembers(tx, { members: [id], by: 'rule', now: services.clock.now() }),
  )

/** Held since now, with nothing answered yet. */
async function hold(app: TestApp, id: number) {
  await release(app, id)
  const { database, clock } = app.services
  await transact(database, (tx) =>
    holdMembers(tx, { members: [id], reason: 'Votes in a row.', by: 'rule', now: clock.now() }),
  )
}

export const samples: Samples<typeof calls> = {
  'POST /admin/holds': {
    input: async ({ app }) => ({ userId: (await app.member()).id, reason: 'Votes in a row.' }),
  },
  'GET /holds': nothing,
  'POST /holds/answer': {
    input: async ({ app, owner }) => {
      await hold(app, owner.id)
      return { text: 'It was a party.' }
    },
    status: { unverified: 404, member: 404, other: 404, '20': 404, '514': 404, '6': 404 },
  },
  'DELETE /admin/holds/:userId': {
    input: async ({ app, owner }) => {
      // Whose answer was sent before this: other calls are about members who count.
      await release(app, owner.id)
      const { id } = await app.member()
      await hold(app, id)
      return { userId: id, reason: 'A party.' }
    },
  },
}
