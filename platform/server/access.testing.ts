import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls as health } from './http/health.ts'
import type { calls as metrics } from './metrics.ts'

export const samples: Samples<typeof health & typeof metrics> = {
  'GET /health/live': nothing,
  'GET /health/ready': nothing,
  // There is a token only where the settings name one: test/metrics.test.ts.
  'GET /metrics': { ...nothing, status: { all: 404 } },
}
