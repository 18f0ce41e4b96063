import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { megabytesToBytes } from '../../cache.ts'
import { networkOf } from '../limits.ts'

type Bounds = {
  /** Milliseconds after which a connection is ended if nothing of its pending answers could be sent. */
  patience: number
  /** Milliseconds between two looks at all connections with pending answers. */
  interval: number
  /** Maximum bytes that the answers to one network may hold. */
  network: number
  /** Maximum bytes that all answers of this process may hold. */
  process: number
}

const defaults: Bounds = {
  // The kernel takes more of an answer only once a third of its buffer (up to 4 MB) is free again. A phone that reads
  // 12 kB a second through a proxy on this machine therefore seems to stand still for almost two minutes.
  patience: 120_000,
  interval: 2_000,
  network: megabytesToBytes(40),
  process: megabytesToBytes(256),
}

/** Approximate bytes that an unread answer holds besides its content: its stream, its compressor and its buffers. */
const overhead = megabytesToBytes(0.5)
/** An answer of this many bytes may hold memory, so the bounds are checked soon after it. */
const large = 64 * 1024

type Connection = {
  socket: Socket
  /** The network that sent the latest request. */
  network: string
  /** With the bytes of each answer's content, because what of it the compressor hasn't read is in memory too. */
  answers: Map<ServerResponse, number>
  sent: number
  movedAt: number
}

/**
 * Ends connections whose clients don't read their answers, because each of them holds memory (docs/safety.md, S31). A
 * client that reads slowly isn't affected. If the answers to a network, or all answers together, hold too much, the
 * connection that has stood still longest is ended first, of the network that holds most.
 */
export function endUnreadAnswers(server: FastifyInstance, bounds: Bounds = defaults): void {
  /** Those with pending answers only. There may be thousands of others, and each large answer causes a check. */
  const connections = new Map<Socket, Connection>()
  server.server.on('connection', (socket) => socket.once('close', () => connections.delete(socket)))
  server.addHook('onRequest', async (request, { raw }) => {
    const { socket } = request.raw
    if (socket.destroyed) return
    const connection = connections.get(socket) ?? begin(socket)
    connections.set(socket, connection)
    connection.network = networkOf(request.ip)
    connection.answers.set(raw, 0)
    raw.once('close', () => {
      connection.answers.delete(raw)
      if (connection.answers.size === 0) connections.delete(socket)
    })
  })
  server.addHook('onSend', async (request, { raw }, payload) => {
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (length >= large) {
      const answers = connections.get(request.raw.socket)?.answers
      if (answers?.has(raw)) answers.set(raw, length)
      checkSoon()
    }
    return payload
  })
  const timer = setInterval(check, bounds.interval).unref()
  server.addHook('onClose', async () => clearInterval(timer))

  let isSoon = false
  /** Checks once the answers of this turn of the event loop were handed to their connections. */
  function checkSoon() {
    if (isSoon) return
    isSoon = true
    setImmediate(() => {
      isSoon = false
      check()
    })
  }

  function check() {
    const unread = [...connections.values()].flatMap((connection) => {
      const bytes = look(connection)
      return bytes > 0 ? [{ connection, bytes }] : []
    })
    const now = performance.now()
    const late = ({ connection }: Unread) => now - connection.movedAt >= bounds.patience
    for (const { connection } of unread.filter(late)) end(connection)
    endBeyondBounds(
      unread.filter((one) => !late(one)),
      bounds,
    )
  }
}

const begin = (socket: Socket): Connection => ({
  socket,
  network: '',
  answers: new Map(),
  sent: bytesSent(socket),
  movedAt: performance.now(),
})

type Unread = { connection: Connection; bytes: number }

function endBeyondBounds(unread: Unread[], bounds: Bounds): void {
  let total = 0
  const held = new Map<string, { bytes: number; stillest: Unread[] }>()
  for (const one of unread.sort((a, b) => a.connection.movedAt - b.connection.movedAt)) {
    const network = held.get(one.connection.network) ?? { bytes: 0, stillest: [] }
    held.set(one.connection.network, network)
    network.bytes += one.bytes
    network.stillest.push(one)
    total += one.bytes
  }
  for (;;) {
    const most = [...held.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a), nothing)
    if (most.bytes <= bounds.network && total <= bounds.process) return
    const { connection, bytes } = most.stillest.shift()!
    most.bytes -= bytes
    total -= bytes
    end(connection)
  }
}
const nothing = { bytes: 0, stillest: [] as Unread[] }

/** Notes whether a connection's answers have moved, and returns the bytes that they hold. */
function look(connection: Connection): number {
  const { socket, answers } = connection
  const pending = [...answers].filter(([{ writableLength }]) => writableLength > 0)
  const sent = bytesSent(socket)
  if (pending.length === 0 || sent !== connection.sent) connection.movedAt = performance.now()
  connection.sent = sent
  return pending.reduce(
    (sum, [{ writableLength }, length]) => sum + Math.max(writableLength, length) + overhead,
    0,
  )
}

/**
 * Returns the number of bytes that the kernel has taken. `bytesWritten` of a socket also counts those that wait, and
 * changes only once a whole buffer is sent, so this reads what Node's own socket timeout reads.
 */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null
  }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** Resets the connection, because otherwise the kernel would keep its part of the answer for minutes. */
function end({ socket }: Connection): void {
  socket.resetAndDestroy()
}
