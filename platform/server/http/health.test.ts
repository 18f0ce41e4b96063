import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

test('the figures for Prometheus need the token', async () => {
  const metricsToken = 'a-token-of-many-letters'
  const app = await testApp({ settings: { metricsToken } })
  const withToken = (token: string) =>
    app.get('/api/metrics', { headers: { Authorization: `Bearer ${token}` } })
  expect((await app.get('/api/metrics')).status).toBe(401)
  expect((await withToken('a-token-of-many-lettern')).status).toBe(401)
  expect((await withToken('short')).status).toBe(401)
  const { status, text } = await withToken(metricsToken)
  expect(status).toBe(200)
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).toContain('http_request_duration_seconds')
})
