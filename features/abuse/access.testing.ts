import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'POST /abuse-reports': {
    input: async ({ app }) => ({ kind: 'member', id: (await app.member()).id, reason: 'spam' }),
  },
  'DELETE /abuse-reports': {
    input: async ({ item }) => ({ kind: 'text', id: (await item()).yoloId }),
  },
  'GET /abuse-reports': noInput,
  'GET /abuse-reports/photo': {
    input: async ({ yoloWithPhoto }) => ({ yoloId: (await yoloWithPhoto()).id }),
  },
  'GET /abuse-reports/avatar': {
    input: async ({ app }) => ({ userId: (await app.member()).id }),
    status: { all: 404 },
  },
  'POST /abuse-reports/dismiss': {
    input: async ({ item }) => ({ kind: 'text', id: (await item()).yoloId }),
  },
  'GET /takedowns': noInput,
  'POST /takedowns': {
    input: async ({ yoloWithPhoto }) => ({
      kind: 'photo',
      id: (await yoloWithPhoto()).id,
      word: 'Not your photo.',
    }),
  },
  'DELETE /takedowns': {
    input: async ({ item }) => ({ kind: 'text', id: (await item()).yoloId }),
  },
  'POST /takedowns/:id/answer': {
    input: async ({ takedown }) => ({ id: await takedown(), answer: 'It is mine.' }),
    status: { unverified: 403, member: 403, other: 403, '20': 403, '514': 403, '6': 403 },
  },
}
