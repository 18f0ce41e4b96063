import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

/** Admins may change any member's yolo; everyone else only their own. */
const notTheirs = { unverified: 403, member: 403, other: 403, '20': 403 } as const

export const samples: Samples<typeof calls> = {
  'POST /yolo-image/:yoloId/image/upload': {
    input: async ({ item, photo }) => ({ yoloId: (await item()).yoloId, file: await photo() }),
    status: notTheirs,
  },
  'DELETE /yolo-image/:yoloId/image': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId }),
    status: notTheirs,
  },
  'GET /yolo-image/:name': {
    input: async ({ yoloWithPhoto }) => ({ name: (await yoloWithPhoto()).image }),
  },
  'GET /getImage': {
    input: async ({ yoloWithPhoto }) => ({ yoloId: (await yoloWithPhoto()).id }),
  },
}
