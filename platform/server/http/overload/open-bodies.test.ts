import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { connect } from 'node:net'
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

async function send(address: string, padding: number): Promise<number> {
  const input = { email: 'nobody@example.org', password: 'x', padding: 'x'.repeat(padding) }
  return (await app.post('/api/login', input, { headers: { 'X-Forwarded-For': address } })).status
}

it('S31 a network has a hundred large bodies on their way, others and small ones aren’t refused', async () => {
  for (let n = 0; n < 110; n++) stall('192.0.2.1', 60_000)
  await expect.poll(() => statuses).toEqual(Array(10).fill(503))
  expect(await send('192.0.2.1', 60_000)).toBe(503)
  expect(await send('192.0.2.1', 1_000)).toBe(401)
  expect(await send('192.0.2.2', 60_000)).toBe(401)
  for (const one of stalled) one.destroy()
  await expect.poll(() => send('192.0.2.1', 60_000)).toBe(401)
})

/** Sends the text as it is. Leaves at the first bytes of the answer, or once nothing has come for a moment. */
async function sendAndLeave(text: string): Promise<void> {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  const leave = () => socket.destroy()
  socket
    .on('error', () => {})
    .once('data', leave)
    .setTimeout(50, leave)
  socket.write(text)
  await once(socket, 'close')
}

const json = 'Content-Type: application/json\r\n'

const multipart = 'Content-Type: multipart/form-data; boundary=a\r\n'

it.each([
  ['192.0.2.11', 'to a call that has none', 'GET /api/health/live', '', 5000],
  ['192.0.2.12', 'to one that is answered only later', 'GET /api/search?q=ramen', '', 5000],
  ['192.0.2.13', 'to a HEAD', 'HEAD /api/categories', '', 5000],
  ['192.0.2.14', 'that is too large', 'POST /api/login', json, 70_000],
  ['192.0.2.15', 'of a wrong type', 'POST /api/login', 'Content-Type: text/plain\r\n', 5000],
  ['192.0.2.16', 'in a form to an unknown path', 'POST /api/nothing-here', multipart, 5000],
  ['192.0.2.17', 'in a form that is shared', 'POST /add-yolo', multipart, 5000],
  ['192.0.2.18', 'that stops', 'POST /api/login', json, 5000],
])('S31 %s: a body %s isn’t counted for good', async (network, _of, line, type, length) => {
  const head = `${line} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\n`
  const text = `${head}${type}Content-Length: ${length}\r\n\r\nb`
  for (let n = 0; n < 11; n++)
    await Promise.all(Array.from({ length: 10 }, () => sendAndLeave(text)))
  await expect.poll(() => send(network, 60_000)).toBe(401)
})

it('S31 a large body behind a request that isn’t answered yet isn’t counted for good', async () => {
  const network = '192.0.2.3'
  const about = `Host: x\r\nX-Forwarded-For: ${network}\r\n`
  const first = `GET /api/search?q=ramen HTTP/1.1\r\n${about}\r\n`
  const second = `POST /api/login HTTP/1.1\r\n${about}${json}Content-Length: 5000\r\n\r\nb`
  for (let n = 0; n < 110; n++) await sendAndLeave(first + second)
  await expect.poll(() => send(network, 60_000)).toBe(401)
})

it('S30 a body that is sent to an unknown path isn’t read', async () => {
  for (const path of ['/api/nothing-here', '/nothing-here'])
    for (const type of [json, multipart, '']) {
      const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}Content-Length: 5000\r\n\r\n`)
      const [answer] = await once(socket, 'data')
      socket.destroy()
      expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
    }
})
