import { accessDescription } from '#domain/vocabulary/roles.ts'
import { implementCall, RawResponse, type Handler } from '#platform/server/http/handler.ts'
import type { FeatureCalls } from '#platform/server/feature.ts'
import { JsonBytes } from '#platform/server/http/json-bytes.ts'
import { openapi } from '#platform/server/http/openapi.ts'
import type { Services } from '#platform/server/services.ts'
import { docsPage, docsStyle } from './api-docs-page.server.ts'
import { openApiDocument, apiDocs, docsCss } from './contract.ts'

export * as calls from './contract.ts'

export function handlers({ settings }: Services, contract: FeatureCalls[]): Handler[] {
  // Created at the first request and then reused, because creating a page of this size takes tens of milliseconds.
  const described = once(() =>
    openapi(contract, {
      title: 'Yolo',
      description:
        'Find the best dishes near a point. Distances are in miles, positions in degrees (WGS 84), times in UTC (ISO 8601).',
      contact: settings.contactEmail,
      origin: settings.origin,
      opensTo: accessDescription,
      loggedIn: 'member',
    }),
  )
  const json = once(() => new JsonBytes(Buffer.from(JSON.stringify(described()))))
  const html = once(() => Buffer.from(docsPage(described())))
  return [
    implementCall(openApiDocument, async () => json()),
    implementCall(
      apiDocs,
      async () => new RawResponse(html(), { 'Content-Type': 'text/html; charset=utf-8' }),
    ),
    implementCall(
      docsCss,
      async () => new RawResponse(docsStyle, { 'Content-Type': 'text/css; charset=utf-8' }),
    ),
  ]
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
