import { z } from 'zod'
import { call } from '#platform/contract/call.ts'

export const openApiDocument = call('GET /openapi.json', {
  summary: 'Every call, as OpenAPI 3.1',
  access: 'anyone',
  limit: 'read',
  output: z.record(z.string(), z.unknown()),
})
