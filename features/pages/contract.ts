import { z } from 'zod'
import { call } from '#platform/contract/call.ts'

export const openApiDocument = call('GET /openapi.json', {
  summary: 'Every call, as OpenAPI 3.1',
  access: 'anyone',
  limit: 'read',
  output: z.record(z.string(), z.unknown()),
})
export const apiDocs = call('GET /docs', {
  summary: 'Every call, to read',
  access: 'anyone',
  limit: 'read',
  output: z.string(),
  produces: 'text/html',
})
export const docsCss = call('GET /docs.css', {
  summary: 'The look of that page',
  access: 'anyone',
  limit: 'read',
  output: z.string(),
  produces: 'text/css',
})
