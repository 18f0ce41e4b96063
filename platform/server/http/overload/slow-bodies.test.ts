import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

const app = await testApp({ settings: { trustProxy: ['127.0.0.1'] } })
const photo = await makePhoto()
/** A weak phone signal brings 15 kB a second, and the server looks after 15 seconds. */
const part = 15 * 15_000
const tooSlow = /^HTTP\/1\.1 408 .*"too_slow"/s
const jpeg = Buffer.concat([photo, Buffer.alloc(3.5 * part)])

let sockets: Socket[] = []
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  sockets = []
})

/** Connects as a client that sends on after it was refused. */
function open() {
  const { port } = new URL(app.origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('data', (data) => (text += String(data))).on('error', () => {})
  sockets.push(socket)
  return { socket, answer: () => text }
}

/** Sends on, whatever is answered, until the connection is closed. */
async function sendOn(socket: Socket) {
  while (!socket.destroyed) {
    socket.write('x')
    await wait(50)
  }
}

const head = (path: string, type: string, length: number, more: string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: yolo.test',
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...more,
    '\r\n',
  ].join('\r\n')

/** Begins to send a picture. */
function upload(as: Person, network = '192.0.2.1') {
  const form = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
    jpeg,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const { socket, answer } = open()
  const by = [`Authorization: Bearer ${as.token}`, `X-Forwarded-For: ${network}`]
  socket.write(head('/api/user/avatar/upload', 'multipart/form-data; boundary=b', form.length, by))
  let at = 0
  return {
    socket,
    answer,
    send(bytes: number) {
      socket.write(form.subarray(at, at + bytes))
      at += bytes
    },
    finish: () => socket.write(form.subarray(at)),
  }
}

/** Waits until the server has written so many pictures of at least so many bytes. */
const written = (count: number, bytes: number) =>
  vi.waitFor(async () => {
    const folder = join(app.services.settings.stateDir, 'uploads')
    const names = await readdir(folder)
    const files = await Promise.all(names.map((name) => stat(join(folder, name))))
    // The last kilobytes of what was sent may still be in the parser.
    expect(files.filter(({ size }) => size > bytes - 70_000)).toHaveLength(count)
  }, 10_000)

/** Lets the time pass after which the server looks at what is on its way. */
const pass = () => vi.advanceTimersByTime(15_000)

it('S31 a picture that is sent at 15 kB a second arrives', async () => {
  const { send, finish, answer } = upload(await app.member())
  for (let n = 1; n <= 3; n++) {
    send(part)
    await written(1, n * part)
    pass()
  }
  finish()
  await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1\.1 200 /), 10_000)
  await written(0, 0)
})

it(
  'S31 a picture that takes 24 seconds at 15 kB a second arrives',
  { tags: 'long', timeout: 60_000 },
  async () => {
    vi.useRealTimers()
    const { send, finish, answer } = upload(await app.member())
    for (let second = 0; second < 24; second++) {
      send(15_000)
      await wait(1000)
      expect(answer()).toBe('')
    }
    finish()
    await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1\.1 200 /), 10_000)
  },
)

it('S31 a picture of which nothing comes any more is refused, and its place given back', async () => {
  const { socket, send, answer } = upload(await app.member())
  send(part)
  await written(1, part)
  pass()
  expect(answer()).toBe('')
  pass()
  await vi.waitFor(() => expect(answer()).toMatch(tooSlow))
  await sendOn(socket)
  await written(0, 0)
})

it('S31 another body has 15 seconds, and a picture that nobody may send', async () => {
  const other = open()
  other.socket.write(`${head('/api/login', 'application/json', 60_000)}{"email":"a`)
  const stranger = open()
  const form = 'multipart/form-data; boundary=b'
  stranger.socket.write(head('/api/user/avatar/upload', form, 5_000_000))
  await vi.waitFor(() => expect(stranger.answer()).toMatch(/^HTTP\/1\.1 401 /))
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2))
  stranger.socket.write(Buffer.alloc(part))
  other.socket.write('b'.repeat(50_000))
  await wait(100)
  pass()
  await vi.waitFor(() => expect(other.answer()).toMatch(tooSlow))
  await vi.waitFor(() => expect(stranger.answer()).toMatch(/HTTP\/1\.1 408 /))
})

it('S31 of a member’s pictures five may be slow at a time, and of an address twenty', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => app.member()))
  const slow = members.flatMap((one) => Array.from({ length: 6 }, () => upload(one)))
  for (const { send } of slow) send(part)
  await written(30, part)
  pass()
  const refused = () => slow.filter(({ answer }) => tooSlow.test(answer()))
  await vi.waitFor(() => expect(refused()).toHaveLength(10))
  // What is sent fast has its places, though the slow ones stay.
  const fast = upload(members[0]!, '192.0.2.2')
  fast.finish()
  await vi.waitFor(() => expect(fast.answer()).toMatch(/^HTTP\/1\.1 200 /), 10_000)
})
