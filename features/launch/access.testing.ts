import type { World } from '#platform/testing/access-world.ts'
import { noInput, type Sample, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

const fargo = { latitude: 46.877, longitude: -96.79 }
const campaign = { citySlug: 'fargo-nd-us', campaign: 'Window stickers' }

async function made({ app, actor }: World): Promise<{ id: number; code: string }> {
  const { body } = await app.post('/api/admin/invitations', campaign, { as: await actor('514') })
  return body
}
const coded: Sample = { input: async (world) => ({ code: (await made(world)).code }) }

export const samples: Samples<typeof calls> = {
  'POST /unmet-demand/lists': { input: () => ({ category: 3, ...fargo }) },
  'POST /unmet-demand/searches': { input: () => ({ q: 'lutefisk', ...fargo }) },
  'GET /admin/unmet-demand/gaps': noInput,
  'GET /admin/unmet-demand/lists': noInput,
  'GET /admin/unmet-demand/searches': noInput,
  'GET /invitations/:code': coded,
  'POST /invitations/:code/opened': coded,
  'GET /admin/invitations': noInput,
  'POST /admin/invitations': { input: () => campaign },
  'POST /admin/invitations/:id/end': { input: async (world) => ({ id: (await made(world)).id }) },
  'POST /admin/invitations/:id/reopen': {
    async input(world) {
      const { id } = await made(world)
      const as = await world.actor('514')
      await world.app.post(`/api/admin/invitations/${id}/end`, {}, { as })
      return { id }
    },
  },
}
