import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { calls } from '#app/contract.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
let limited: TestApp
beforeAll(async () => {
  app = await testApp()
  limited = await testApp({ rateLimits: true, settings: { trustProxy: ['127.0.0.1'] } })
})

const burger = async (to: TestApp) => {
  const { id: restaurant } = await to.restaurant()
  return to.item({ restaurant, category: 3, by: (await to.member()).id })
}

it('S10 every call that asks the database has a budget', () => {
  const free = calls.filter(({ limit }) => limit === 'unlimited').map(({ route }) => route)
  expect(new Set(free)).toEqual(new Set(['GET /health/live', 'GET /health/ready', 'GET /metrics']))
})

it('S10 pictures have a budget of their own, which pages don’t draw on', async () => {
  const { id } = await limited.member()
  const { headers } = await limited.get(`/api/avatars/${id}`)
  expect(headers.get('ratelimit-limit')).toBe('20000')
  const missing = await limited.get('/api/yolo-image/none.jpg')
  expect([missing.status, missing.headers.get('ratelimit-remaining')]).toEqual([404, '19998'])
})

it('S30 no call takes in what it doesn’t read, whose size nothing bounds', () => {
  const given = new Proxy([], {})
  const takenIn = calls.flatMap(({ route, input }) =>
    Object.entries((input as z.ZodObject).shape)
      .filter(([, shape]) => (shape as z.ZodType).safeParse(given).data === given)
      .map(([key]) => `${route}: ${key}`),
  )
  expect(takenIn).toEqual([])
})

describe('headers and addresses', () => {
  it.each(['/api/yolos?category=3', '/api/nowhere', '/api/yolos?category=99'])(
    'S18 guards %s',
    async (path) => {
      const { headers } = await app.get(path)
      const policy = headers.get('content-security-policy')!
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
        expect(policy.split(';')).toContain(part)
      expect(policy).not.toMatch(/unsafe|nonce/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )

  it('S18 sends HSTS behind TLS only', async () => {
    expect((await app.get('/api/health/live')).headers.get('strict-transport-security')).toBeNull()
    const behindTls = await testApp({ sharing: app, settings: { origin: 'https://yolo.example' } })
    expect(
      (await behindTls.get('/api/health/live')).headers.get('strict-transport-security'),
    ).toMatch(/max-age=31536000/)
  })

  it('S17 lets no other origin read', async () => {
    const { headers } = await app.request('OPTIONS', '/api/yolos', {
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(
      (
        await app.get('/api/yolos?category=3', { headers: { Origin: 'https://evil.example' } })
      ).headers.get('access-control-allow-origin'),
    ).toBeNull()
  })

  it.each([
    '/api/<script>alert(1)</script>',
    '/api/%zz',
    '/api/items/%2e%2e%2fetc/upvote',
    `/api/${'x'.repeat(9_000)}`,
  ])('S32 echoes nothing of %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await app.request(method, path)
      expect([400, 401, 404, 414, 431]).toContain(status)
      expect(text).not.toMatch(/script|zz|etc|xxx/)
    }
  })
})

describe('limits', () => {
  const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } })

  it('S10 S11 stops a new member’s votes at 50 a day, kept in the database, with the headers', async () => {
    const as = await limited.member()
    const { id } = await burger(limited)
    const statuses: number[] = []
    for (let n = 0; n < 50; n++)
      statuses.push((await limited.post(`/api/items/${id}/upvote`, {}, { as })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const over = await limited.post(`/api/items/${id}/upvote`, {}, { as })
    expect([over.status, over.body.error]).toEqual([429, 'too_many'])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3600)
    expect(over.headers.get('ratelimit-limit')).toBe('50')
    expect(over.headers.get('ratelimit-remaining')).toBe('0')
    // Another process applies the same limit, so it also survives a restart.
    const second = await testApp({ sharing: limited, rateLimits: true })
    expect((await second.post(`/api/items/${id}/upvote`, {}, { as })).status).toBe(429)
    const old = await limited.member({ createdAt: new Date(Date.now() - 30 * 24 * 3600 * 1000) })
    expect(
      (await limited.post(`/api/items/${id}/upvote`, {}, { as: old })).headers.get(
        'ratelimit-limit',
      ),
    ).toBe('500')
  })

  it('S11 lets through exactly as many as are left, however many come at once', async () => {
    const as = await limited.member()
    const { id } = await burger(limited)
    const statuses: number[] = []
    // More than twenty at once are refused as too busy (rules: calls at once).
    for (let burst = 0; burst < 4; burst++) {
      const votes = Array.from({ length: 15 }, () =>
        limited.post(`/api/items/${id}/upvote`, {}, { as }),
      )
      statuses.push(...(await Promise.all(votes)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  it('S11 counts reads by address: IPv6 by /64, X-Forwarded-For only behind the configured proxy', async () => {
    const left = async (ip: string) =>
      Number(
        (await limited.get('/api/health/live', from(ip))).headers.get('ratelimit-remaining') ??
          (await limited.get('/api/yolos?category=3', from(ip))).headers.get('ratelimit-remaining'),
      )
    const first = await left('2001:db8:1:2:aaaa::1')
    expect(await left('2001:db8:1:2:bbbb::9')).toBe(first - 1)
    expect(await left('2001:db8:1:3::1')).toBe(first)
    const unproxied = await testApp({ sharing: limited, rateLimits: true })
    const byFirst = Number(
      (await unproxied.get('/api/yolos?category=3', from('203.0.113.1'))).headers.get(
        'ratelimit-remaining',
      ),
    )
    const bySecond = Number(
      (await unproxied.get('/api/yolos?category=3', from('203.0.113.2'))).headers.get(
        'ratelimit-remaining',
      ),
    )
    expect(bySecond).toBe(byFirst - 1)
  })
})

describe('slow and large', () => {
  it('S31 drops a sender that never finishes', async () => {
    const { port } = new URL(app.origin)
    const drop = (text: string) =>
      new Promise<number>((resolve) => {
        const begun = Date.now()
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
        const drip = setInterval(() => socket.write('x'), 1_000)
        socket.on('error', () => {})
        socket.on('close', () => {
          clearInterval(drip)
          resolve(Date.now() - begun)
        })
        socket.resume()
      })
    const took = await Promise.all([
      drop('GET /api/yolos HTTP/1.1\r\nHost: yolo.test\r\nX-Slow: '),
      drop(
        'POST /api/login HTTP/1.1\r\nHost: yolo.test\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
      ),
    ])
    for (const ms of took) expect(ms).toBeLessThan(25_000)
  })
})
