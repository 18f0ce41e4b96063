import { accessDescription } from '#domain/vocabulary/roles.ts'
import {
  implementCall,
  jsonResponse,
  type Handler,
  type RawResponse,
} from '#platform/server/http/handler.ts'
import type { FeatureCalls } from '#platform/server/feature.ts'
import { openapi } from '#platform/server/http/openapi.ts'
import type { Services } from '#platform/server/services.ts'
import { openApiDocument } from './contract.ts'

export * as calls from './contract.ts'

export function handlers({ settings }: Services, contract: FeatureCalls[]): Handler[] {
  let json: RawResponse | undefined
  const describe = () =>
    openapi(contract, {
      title: 'Yolo',
      description:
        'Find the best dishes near a point. Distances are in miles, positions in degrees (WGS 84), times in UTC (ISO 8601).',
      contact: settings.contactEmail,
      origin: settings.origin,
      opensTo: accessDescription,
      loggedIn: 'member',
    })
  return [implementCall(openApiDocument, async () => (json ??= jsonResponse(describe())))]
}
