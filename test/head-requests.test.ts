import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AnyCall } from '#platform/contract/call.ts'
import { calls as allCalls } from '#app/contract.ts'
import { addressOfGet, openWorld } from '#platform/testing/access-world.ts'
import { samples } from './access-samples.ts'

// A HEAD costs its client nothing, so nothing may be made for it that only a reader slows down.

const world = await openWorld()
const { app } = world

afterEach(() => vi.restoreAllMocks())

/** Asks HEAD. Also returns the streams of content that the server made meanwhile. */
async function head(path: string, as: { token: string } | null) {
  const made: Readable[] = []
  const from = Readable.from
  vi.spyOn(Readable, 'from').mockImplementation((...given) => {
    const stream = from(...given)
    // The empty stream that stands for what isn't sent.
    if (!Array.isArray(given[0])) made.push(stream)
    return stream
  })
  const answer = await fetch(app.origin + path, {
    method: 'HEAD',
    redirect: 'manual',
    headers: as ? { Authorization: `Bearer ${as.token}` } : {},
  })
  const text = await answer.text()
  vi.restoreAllMocks()
  return { status: answer.status, headers: answer.headers, text, made }
}

const gets = allCalls.filter(
  ({ route, unsafeGet }: AnyCall) => route.startsWith('GET ') && !unsafeGet,
)
/** Routes whose answer is a stream. */
const streamed: string[] = []

describe('S30 HEAD is answered as GET, and reads no stream to its end', () => {
  it.each(gets.map((call) => [call.route, call] as const))('%s', async (route, call) => {
    const as = await world.actor(call.access === 'admin' ? '514' : 'owner')
    const input = (await samples[route]!.input(world)) as Record<string, unknown>
    const asked = await head(addressOfGet(call, input), as)
    for (const stream of asked.made)
      expect([stream.readableDidRead, stream.destroyed]).toEqual([false, true])
    if (asked.made.length > 0) streamed.push(route)
    expect(asked.text).toBe('')
    const { status, headers } = await world.send(call, input, as)
    expect(asked.status).toBe(status)
    expect(asked.headers.get('content-type')).toBe(headers.get('content-type'))
  })

  it('the archive of one’s own data is one of these', () => {
    expect(streamed).toContain('GET /user/export')
  })

  it('what isn’t a call', async () => {
    for (const path of ['/robots.txt', '/sitemap.xml']) {
      const { status, made, headers } = await head(path, null)
      expect([path, status, made.length]).toEqual([path, 200, 0])
      expect(Number(headers.get('content-length'))).toBeGreaterThan(0)
    }
  })
})
