import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds without a new request after which the server assumes that none is on its way anymore. */
const quietPeriod = 250

/**
 * Returns a function that closes a server without losing a request (docs/safety.md, F10). The server accepts no new
 * connections and answers further requests on open ones with `Connection: close`. Once no request is pending and none
 * has arrived for a moment, or after `milliseconds`, all connections are closed.
 */
export function gracefulShutdown(server: FastifyInstance, endStreams: () => void) {
  const http = server.server
  let closing = false
  let pending = 0
  let lastRequest = 0
  http.on('request', (_request, response) => {
    pending++
    lastRequest = performance.now()
    response.once('close', () => pending--)
  })
  server.addHook('onRequest', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close')
  })
  return async (milliseconds: number) => {
    closing = true
    lastRequest = performance.now()
    // Node's `close` for HTTP would also close idle connections at once, although a request may be on its way on one.
    Server.prototype.close.call(http)
    endStreams()
    const deadline = performance.now() + milliseconds
    const busy = () => pending > 0 || performance.now() - lastRequest < quietPeriod
    while (busy() && performance.now() < deadline) await wait(20)
    http.closeAllConnections()
    await server.close()
  }
}
