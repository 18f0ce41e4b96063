import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// Clients in the midst of something ask again within this time.
const quiet = 250

/**
 * Ends a server without a request lost (F10): it takes no new connection; each one that there is gets
 * one more answer, which says that it is the last. What is idle then, or never asked, is cut.
 */
export function leaving(server: FastifyInstance, endStreams: () => void) {
  const http = server.server
  let going = false
  let inHand = 0
  let lastAsked = 0
  http.on('request', (_request, response) => {
    inHand++
    lastAsked = performance.now()
    response.once('close', () => inHand--)
  })
  server.addHook('onRequest', async (_request, reply) => {
    if (going) reply.header('Connection', 'close')
  })
  return async (milliseconds: number) => {
    going = true
    lastAsked = performance.now()
    // Node's own close for HTTP cuts what is idle at once: a request may be on its way there.
    Server.prototype.close.call(http)
    endStreams()
    const late = performance.now() + milliseconds
    const busy = () => inHand > 0 || performance.now() - lastAsked < quiet
    while (busy() && performance.now() < late) await wait(20)
    http.closeAllConnections()
    await server.close()
  }
}
