import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { megabytesToBytes } from '../../cache.ts'
import { endUnreadAnswers } from './unread-answers.ts'

/** More than the kernel takes of an answer that isn't read. */
const size = megabytesToBytes(48)
const roomy = megabytesToBytes(1000)
type Bounds = Parameters<typeof endUnreadAnswers>[1]

async function start(bounds: Partial<NonNullable<Bounds>>) {
  const server = Fastify({ trustProxy: true })
  endUnreadAnswers(server, {
    patience: 60_000,
    interval: 50,
    network: roomy,
    process: roomy,
    ...bounds,
  })
  const content = Buffer.alloc(size)
  await server.register(compress, { global: false })
  server.get('/large', () => content)
  server.get('/small', () => 'small')
  server.get('/compressed', { compress: {} }, (_request, reply) =>
    reply.type('text/plain').send(randomFillSync(Buffer.alloc(size))),
  )
  server.get('/events', async (_request, reply) => {
    const body = new Readable({ read() {} })
    body.push('here')
    setTimeout(() => body.push(null), 1500)
    return reply.type('text/event-stream').send(body)
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  const { port } = server.server.address() as { port: number }
  let accepted = 0
  server.server.on('connection', () => accepted++)
  /** Returns how often connections were looked at that are open by now. */
  const looks = () => {
    let count = 0
    server.server.on('connection', ({ _handle: handle }: Socket & { _handle?: object }) => {
      // As Node's own is, the property is only read for this.
      Object.defineProperty(handle, 'writeQueueSize', { get: () => (count++, 0) })
    })
    return () => count
  }
  /** Returns how many connections are open. */
  const connections = () => promisify(server.server.getConnections.bind(server.server))()
  /** Sends a request and reads nothing of its answer until `received`. */
  const ask = (path = '/large', network = '192.0.2.1', times = 1) => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\nAccept-Encoding: gzip\r\n\r\n`.repeat(
        times,
      ),
    )
    return socket
  }
  return Object.assign(ask, { connections, accepted: () => accepted, looks })
}

/** Reads what is left, until nothing came for a moment or the connection ended. */
async function received(socket: Socket, atLeast = size) {
  let bytes = 0
  socket.on('data', (data) => (bytes += data.length))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  while (bytes < atLeast && !socket.destroyed) await Promise.race([closed, wait(20)])
  socket.destroy()
  return bytes
}

test('S31 an answer that nobody reads is ended', async () => {
  const ask = await start({ patience: 400 })
  const unread = ask()
  await wait(900)
  expect(await received(unread)).toBeLessThan(size)
})

test('S31 an answer that is read slowly is not ended, nor one that waits for its content', async () => {
  const ask = await start({ patience: 600 })
  const events = ask('/events')
  const slow = ask()
  let [bytes, portion] = [0, 0]
  slow.on('data', (data) => {
    bytes += data.length
    portion += data.length
    if (portion > megabytesToBytes(2)) slow.pause()
  })
  const begun = performance.now()
  while (bytes < size && !slow.destroyed) {
    portion = 0
    slow.resume()
    await wait(100)
  }
  expect(performance.now() - begun).toBeGreaterThan(1200)
  expect(bytes).toBeGreaterThan(size)
  expect(await received(events, 5)).toBeGreaterThanOrEqual(5)
})

test('S31 a network’s unread answers have a bound, and those of others go on', async () => {
  const ask = await start({ network: size * 2.5 })
  const other = ask('/large', '192.0.2.2')
  const first = ask()
  await wait(100)
  const later = [ask()]
  await wait(100)
  later.push(ask())
  await wait(400)
  expect(await received(first)).toBeLessThan(size)
  for (const answer of [other, ...later]) expect(await received(answer)).toBeGreaterThan(size)
})

test('S31 all unread answers have a bound, which the network that holds most pays for', async () => {
  const ask = await start({ process: size * 3.5 })
  const other = ask('/large', '192.0.2.2')
  await wait(100)
  const first = ask('/large', '2001:db8::1')
  await wait(100)
  const later = [ask('/large', '2001:db8::2')]
  await wait(100)
  later.push(ask('/large', '2001:db8::3'))
  await wait(400)
  expect(await received(first)).toBeLessThan(size)
  for (const answer of [other, ...later]) expect(await received(answer)).toBeGreaterThan(size)
})

test('S31 answers to requests that are sent at once on a connection count as well', async () => {
  const ask = await start({ network: size * 2.5 })
  const several = ask('/large', '192.0.2.1', 5)
  await wait(400)
  expect(await received(several, size * 5)).toBeLessThan(size)
})

test('S31 what of an answer isn’t compressed yet counts as well', async () => {
  const ask = await start({ network: size * 2.5 })
  const all = [ask('/compressed'), ask('/compressed'), ask('/compressed')]
  await expect.poll(ask.accepted).toBe(3)
  await expect.poll(ask.connections, { timeout: 20_000 }).toBe(2)
  // The other two are within the bound.
  await wait(200)
  expect(await ask.connections()).toBe(2)
  for (const socket of all) socket.destroy()
})

test('a connection whose answers were all sent isn’t looked at', async () => {
  const ask = await start({ interval: 60_000 })
  const looks = ask.looks()
  const idle = Array.from({ length: 20 }, () => ask('/small'))
  await Promise.all(idle.map((socket) => once(socket.resume(), 'data')))
  const before = looks()
  await received(ask())
  expect(looks() - before).toBeLessThan(10)
})
