import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '#platform/contract/failure.ts'
import { minimalSecurityHeaders } from '../security.ts'

const options = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  // Node only checks for slow senders at this interval. Its default of 30 s would let them exceed the limits by far.
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
}

/**
 * Maximum number of requests of one connection that wait for their answers. Browsers and reverse proxies send one after
 * another. Of a client that doesn't wait, Node would run all in the 64 KB that it has read, some two thousand, in one
 * round of the event loop.
 */
const maxPipelined = 10

/**
 * Creates the server for Fastify. A connection with more pipelined requests than `maxPipelined` is closed, and requests
 * that would hold the thread before any limit is checked are refused.
 */
export function createHttpServer(handle: RequestListener): Server {
  const unanswered = new WeakMap<Socket, number>()
  return createServer(options, (request, response) => {
    const { socket } = request
    // Requests that were read together with those that closed their connection.
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > maxPipelined) {
      socket.destroy()
      return
    }
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else handle(request, response)
  })
}

const lengthRequired = () =>
  new Refusal(411, 'length_required', 'Send the length of the body, please.')

function refusalOf({ headers }: IncomingMessage): Refusal | null {
  // Browsers always send the length. In chunks, 64 KB could be ten thousand pieces, and Node runs for each of them.
  if (headers['transfer-encoding'] !== undefined) return lengthRequired()
  return null
}

/** Answers with a refusal and closes the connection, so that no more of the request is read. */
function refuse(response: ServerResponse, refusal: Refusal): void {
  response
    .writeHead(refusal.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
      ...minimalSecurityHeaders,
    })
    .end(JSON.stringify(refusal.body()))
}
