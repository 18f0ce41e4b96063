import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /admin/suspects/:id': {
    input: async ({ app }) => {
      const at = app.services.clock.now()
      const { id } = await app.database
        .insertInto('suspects')
        .values({
          key: `alike ${crypto.randomUUID()}`,
          kind: 'alike',
          score: 0.7,
          reasons: '[]',
          first_act: at,
          last_act: at,
          found_at: at,
          weighed_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
  },
}
