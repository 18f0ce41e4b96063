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
