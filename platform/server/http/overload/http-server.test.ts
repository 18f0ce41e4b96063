import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { createHttpServer } from './http-server.ts'

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

const head = 'GET / HTTP/1.1\r\nHost: x\r\n'
it.each([
  ['requests', `${head}\r\n`, null],
  ['requests without a host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['requests that expect something unknown', `${head}Expect: x\r\n\r\n`, 417],
])('S30 Node’s parser stops after a few of a thousand %s', async (_what, request, status) => {
  const server = createHttpServer(() => {})
  const [parse, skip] = server.listeners('connection') as ((socket: Socket) => void)[]
  let parsed = 0
  const count = (socket: Socket) => {
    const { parser } = socket as Socket & { parser: { onIncoming(...args: unknown[]): number } }
    const { onIncoming } = parser
    parser.onIncoming = (...args) => {
      parsed++
      return onIncoming(...args)
    }
  }
  server.removeAllListeners('connection')
  for (const listener of [parse!, count, skip!]) server.on('connection', listener)
  expect(await statusOf(request.repeat(1000), await portOf(server))).toBe(status)
  expect(parsed).toBeGreaterThan(0)
  expect(parsed).toBeLessThan(20)
})

it('S30 what a refused request hides in its chunks isn’t run', async () => {
  const paths: string[] = []
  const port = await portOf(createHttpServer(({ url }) => paths.push(url!)))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(`${head}Expect: x\r\nTransfer-Encoding: chunked\r\n\r\n58\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.write('GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 417 /)
  expect(paths).toEqual([])
})

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as { port: number }).port
}

/** Sends the text, without waiting for more than an answer's first bytes, and returns the status. */
async function statusOf(
  text: string,
  port = Number(new URL(app.origin).port),
): Promise<number | null> {
  const socket = connect(port, '127.0.0.1')
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

it('S30 nothing that follows a refused request on its connection is run', async () => {
  const first = 'GET /api/search?q=ramen HTTP/1.1\r\nHost: x\r\n\r\n'
  const second = 'POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const hidden = 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n'
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  socket.write(first + second)
  await once(socket, 'connect')
  socket.write(hidden)
  const answers = (await text(socket).catch(() => '')).match(/(?<=HTTP\/1\.1 )\d+/g) ?? []
  expect(['', '200', '200,411']).toContain(answers.join())
})

it('S30 Node’s parser doesn’t go through the chunks of a refused body', async () => {
  const fault = vi.fn<(error: Error, socket: Duplex) => void>((_error, socket) => socket.destroy())
  const server = createHttpServer(() => {}).on('clientError', fault)
  const port = await portOf(server)
  const head = 'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await statusOf(`${head}no length of a chunk\r\n`, port)).toBe(411)
  expect(fault).not.toHaveBeenCalled()
})

it('S30 a query of more than fifty pairs is refused before it is read', async () => {
  const query = (pairs: number) => Array.from({ length: pairs }, (_, n) => `k${n}=1`).join('&')
  for (const path of [
    '/api/health/live',
    '/api/categories',
    '/api/nothing-here',
    '/nothing-here',
  ]) {
    const asked = (pairs: number) =>
      statusOf(`GET ${path}?${query(pairs)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(await asked(51)).toBe(400)
    expect(await asked(50)).toBe(path.includes('nothing') ? 404 : 200)
  }
})

it('S30 a longer address than any of the site is refused before it is read', async () => {
  const asked = (length: number) =>
    statusOf(`GET /nothing-here?${'a'.repeat(length - 14)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(await asked(4_001)).toBe(414)
  expect(await asked(4_000)).toBe(404)
})

it('S11 the address of a client that resets its connection is known, or its request isn’t run', async () => {
  const sockets: Socket[] = []
  const port = await portOf(createHttpServer(({ socket }) => sockets.push(socket)))
  for (let n = 0; n < 200; n++) {
    const client = connect(port, '127.0.0.1')
    await once(client, 'connect')
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => client.resetAndDestroy())
    await once(client, 'close')
  }
  await expect.poll(() => sockets.every((one) => one.destroyed)).toBe(true)
  expect(sockets.map((one) => one.remoteAddress)).toEqual(sockets.map(() => '127.0.0.1'))
})
