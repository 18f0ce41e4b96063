import { expect, it, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { networkOf } from './limits.ts'

it('a proxy that isn’t trusted is told once, with the setting that trusts it', async () => {
  const [plain, trusting] = [
    await testApp(),
    await testApp({ settings: { trustProxy: ['127.0.0.1'] } }),
  ]
  for (const [app, times] of [
    [plain, 1],
    [trusting, 0],
  ] as const) {
    const warn = vi.spyOn(app.services.log, 'warn').mockClear()
    const told = () =>
      warn.mock.calls.filter((call) => JSON.stringify(call).includes('TRUST_PROXY'))
    const ask = (headers?: Record<string, string>) =>
      fetch(`${app.origin}/api/health/live`, { headers: { ...headers } })
    await ask()
    expect(told()).toEqual([])
    for (const ip of ['127.0.0.1', '9.9.9.9', '9.9.9.10']) await ask({ 'X-Forwarded-For': ip })
    expect(told()).toHaveLength(times)
    if (times) expect(JSON.stringify(told())).toContain('set TRUST_PROXY=127.0.0.1')
  }
})

it.each([
  ['9.9.9.9:1001', '9.9.9.9'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
])('S11 a proxy may add the port: %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
