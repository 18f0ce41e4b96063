import { holdMembers, releaseMembers } from '#domain/holds.ts'
import { transact } from '#platform/server/database/database.ts'
import { noInput, type Samples } from '#platform/testing/access.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { calls } from './server.ts'

const release = ({ services }: TestApp, id: number) =>
  transact(services.database, (tx) =>
    releaseMembers(tx, { members: [id], by: 'rule', now: services.clock.now() }),
  )

/** Holds a member again, so that the hold isn't answered yet. */
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
  'GET /holds': noInput,
  'POST /holds/answer': {
    input: async ({ app, owner }) => {
      await hold(app, owner.id)
      return { text: 'It was a party.' }
    },
    status: { unverified: 404, member: 404, other: 404, '20': 404, '514': 404, '6': 404 },
  },
  'DELETE /admin/holds/:userId': {
    input: async ({ app, owner }) => {
      // The sample of POST /holds/answer held this member, but the samples of other calls need one who counts.
      await release(app, owner.id)
      const { id } = await app.member()
      await hold(app, id)
      return { userId: id, reason: 'A party.' }
    },
  },
}
