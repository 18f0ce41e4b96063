import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp({ settings: { trustProxy: ['127.0.0.1'] } })
const stalled: ClientRequest[] = []
const statuses: number[] = []
afterAll(() => stalled.forEach((one) => one.destroy()))

/** Sends a body but for its end. */
function stall(address: string, length: number): void {
  const sent = request(`${app.origin}/api/login`, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': length,
      'X-Forwarded-For': address,
    },
  })
  sent.on('response', ({ statusCode }) => statuses.push(statusCode!))
  sent.on('error', () => {})
  sent.write(`{"email":"${'a'.repeat(length - 100)}`)
  stalled.push(sent)
}

it('S31 a network has a hundred large bodies on their way, others and small ones aren’t refused', async () => {
  for (let n = 0; n < 110; n++) stall('192.0.2.1', 60_000)
  await expect.poll(() => statuses).toEqual(Array(10).fill(503))
  const send = async (address: string, padding: number) => {
    const input = { email: 'nobody@example.org', password: 'x', padding: 'x'.repeat(padding) }
    return (await app.post('/api/login', input, { headers: { 'X-Forwarded-For': address } })).status
  }
  expect(await send('192.0.2.1', 60_000)).toBe(503)
  expect(await send('192.0.2.1', 1_000)).toBe(401)
  expect(await send('192.0.2.2', 60_000)).toBe(401)
  for (const one of stalled) one.destroy()
  await expect.poll(() => send('192.0.2.1', 60_000)).toBe(401)
})

it.each(['/api/login', '/api/nothing-here'])(
  'S31 a body in chunks to %s is refused',
  async (path) => {
    const sent = request(app.origin + path, { method: 'POST', agent: false })
    sent.setHeader('Content-Type', 'application/json')
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    for (const piece of '{}') sent.write(piece)
    sent.end()
    const [{ statusCode }] = await answered
    expect(statusCode).toBe(400)
  },
)
