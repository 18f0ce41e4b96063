import { describe, expect, it } from 'vitest'
import type { AnyCall } from '#platform/contract/call.ts'
import { calls as allCalls } from '#app/contract.ts'
import { addressOfGet, openWorld } from '#platform/testing/access-world.ts'
import { samples } from './access-samples.ts'

const world = await openWorld()
const { app } = world

const head = (path: string, as: { token: string } | null) =>
  fetch(app.origin + path, {
    method: 'HEAD',
    redirect: 'manual',
    headers: as ? { Authorization: `Bearer ${as.token}` } : {},
  })

const gets = allCalls.filter(
  ({ route, unsafeGet }: AnyCall) => route.startsWith('GET ') && !unsafeGet,
)

describe('HEAD is answered as GET', () => {
  it.each(gets.map((call) => [call.route, call] as const))('%s', async (route, call) => {
    const as = await world.actor(call.access === 'admin' ? '514' : 'owner')
    const input = (await samples[route]!.input(world)) as Record<string, unknown>
    const answer = await head(addressOfGet(call, input), as)
    expect(await answer.text()).toBe('')
    const { status, headers } = await world.send(call, input, as)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe(headers.get('content-type'))
  })

  it('what isn’t a call', async () => {
    for (const path of ['/robots.txt', '/sitemap.xml']) {
      const { status, headers } = await head(path, null)
      expect([path, status]).toEqual([path, 200])
      expect(Number(headers.get('content-length'))).toBeGreaterThan(0)
    }
  })
})
