import { z } from 'zod'
import { call, type AnyCall } from '#platform/contract/call.ts'
import { on, Raw } from '#platform/server/handler.ts'
import { openapi } from '#platform/server/openapi.ts'
import type { Services } from '#platform/server/services.ts'
import { docsPage, docsStyle } from './api-docs-page.server.ts'

const nothing = z.object({})

export const description = call('GET /openapi.json', {
  summary: 'Every call, as OpenAPI 3.1',
  access: 'anyone',
  limit: 'read',
  input: nothing,
  output: z.record(z.string(), z.unknown()),
})
export const docs = call('GET /docs', {
  summary: 'Every call, to read',
  access: 'anyone',
  limit: 'read',
  input: nothing,
  output: z.string(),
  produces: 'text/html',
})
export const docsCss = call('GET /docs.css', {
  summary: 'The look of that page',
  access: 'anyone',
  limit: 'read',
  input: nothing,
  output: z.string(),
  produces: 'text/css',
})

export function documentationHandlers({ settings }: Services, calls: () => AnyCall[]) {
  let whole: ReturnType<typeof openapi> | undefined
  const described = () => (whole ??= openapi(calls(), settings.origin))
  return [
    on(description, async () => described()),
    on(
      docs,
      async () => new Raw(docsPage(described()), { 'Content-Type': 'text/html; charset=utf-8' }),
    ),
    on(docsCss, async () => new Raw(docsStyle, { 'Content-Type': 'text/css; charset=utf-8' })),
  ]
}
