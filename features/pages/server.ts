import { accessDescription } from '#domain/vocabulary/roles.ts'
import { implementCall, RawResponse, type Handler } from '#platform/server/http/handler.ts'
import type { FeatureCalls } from '#platform/server/feature.ts'
import { openapi } from '#platform/server/http/openapi.ts'
import type { Services } from '#platform/server/services.ts'
import { docsPage, docsStyle } from './api-docs-page.server.ts'
import { description, docs, docsCss } from './contract.ts'

export * as calls from './contract.ts'

export function handlers({ settings }: Services, contract: FeatureCalls[]): Handler[] {
  let whole: ReturnType<typeof openapi> | undefined
  const page = () =>
    (whole ??= openapi(contract, {
      title: 'Yolo',
      description:
        'Find the best dishes near a point. Distances are in miles, positions in degrees (WGS 84), times in UTC (ISO 8601).',
      contact: settings.contactEmail,
      origin: settings.origin,
      opensTo: accessDescription,
      loggedIn: 'member',
    }))
  return [
    implementCall(description, async () => page()),
    implementCall(
      docs,
      async () => new RawResponse(docsPage(page()), { 'Content-Type': 'text/html; charset=utf-8' }),
    ),
    implementCall(
      docsCss,
      async () => new RawResponse(docsStyle, { 'Content-Type': 'text/css; charset=utf-8' }),
    ),
  ]
}
