import { request, type ClientRequest } from 'node:http'
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

/** Sends a body in chunks of a byte. Returns the status, or null if the connection was closed. */
function sendInChunks(path: string, body: string): Promise<number | null> {
  const sent = request(app.origin + path, { method: 'POST', agent: false })
  sent.setHeader('Content-Type', 'application/json')
  for (const byte of body) sent.write(byte)
  sent.end()
  return new Promise((resolve) => {
    sent.on('response', ({ statusCode }) => resolve(statusCode!))
    sent.on('error', () => resolve(null))
  })
}

it.each([
  ['/api/login', 401],
  ['/api/nothing-here', 404],
])('S31 a body to %s may come in a hundred chunks, and no more', async (path, status) => {
  const body = '{"email":"nobody@example.org","password":"x"}'
  expect(await sendInChunks(path, body)).toBe(status)
  expect(await sendInChunks(path, ' '.repeat(1000) + body)).toBeNull()
})
