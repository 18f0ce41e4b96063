import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()

/** Sends requests without waiting for the answers, and returns the statuses of the answers that came. */
async function sendAtOnce(count: number): Promise<string[]> {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  const request = 'GET /api/nothing-here HTTP/1.1\r\nHost: x\r\n'
  socket.write(`${request}\r\n`.repeat(count - 1) + `${request}Connection: close\r\n\r\n`)
  const answers = await text(socket).catch(() => '')
  return answers.match(/HTTP\/1\.1 \d+/g) ?? []
}

it('a connection that asks for ten things before it reads is answered', async () => {
  expect(await sendAtOnce(10)).toEqual(Array(10).fill('HTTP/1.1 404'))
})

it('S30 a connection that asks for a thousand things at once is closed', async () => {
  expect((await sendAtOnce(1000)).length).toBeLessThanOrEqual(10)
  expect((await app.get('/api/health/live')).status).toBe(200)
})

/** Sends the text, without waiting for more than an answer's first bytes, and returns the status. */
async function statusOf(text: string): Promise<number | null> {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 0) || null
}

it.each([
  'GET /api/health/live',
  'GET /api/categories',
  'HEAD /api/categories',
  'OPTIONS /api/login',
  'DELETE /api/user',
  'POST /api/login',
  'POST /api/nothing-here',
  'POST /add-yolo',
])('S30 a body in chunks is refused: %s', async (line) => {
  const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=a']
  for (const type of types)
    for (const chunks of [1, 101, 10_000]) {
      const head = `${line} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
      expect(await statusOf(head + '1\r\nx\r\n'.repeat(chunks))).toBe(411)
    }
  expect((await app.get('/api/health/live')).status).toBe(200)
})
