import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls as health } from './http/health.ts'

export const samples: Samples<typeof health> = {
  'GET /health/live': noInput,
  'GET /health/ready': noInput,
  // 404, because no METRICS_TOKEN is set here; http/health.test.ts covers access with a token.
  'GET /metrics': { ...noInput, status: { all: 404 } },
}
