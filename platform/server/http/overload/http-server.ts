import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { badInput, Refusal } from '#platform/contract/failure.ts'
import { addressTooLong } from '../refusals.ts'
import { createRequestId } from '../request-id.ts'
import { minimalSecurityHeaders } from '../security.ts'
import { endSlowBody } from './slow-bodies.ts'

const options = {
  // `endSlowBody` limits how long a body takes.
  requestTimeout: 0,
  headersTimeout: 10_000,
  // Node only checks for slow senders at this interval. Its default of 30 s would let them exceed the limits by far.
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
  // Node would answer such requests itself, however many a connection sends. They are refused here instead.
  requireHostHeader: false,
}

/**
 * Maximum number of requests of one connection that wait for their answers. Browsers and reverse proxies send one after
 * another. Of a client that doesn't wait, Node would run all in the 64 KB that it has read, some two thousand, in one
 * round of the event loop.
 */
const maxPipelined = 10

/** Maximum number of characters of an address. The site's own longest are half as long. */
const maxAddressLength = 4_000

/** Maximum number of pairs in a query. The longest query of a page has about twenty. */
const maxQueryPairs = 50

/**
 * Creates the server for Fastify. A connection with more pipelined requests than `maxPipelined` is closed, and requests
 * that would hold the thread before any limit is checked are refused, which `noteRefusal` is told.
 */
export function createHttpServer(
  handle: RequestListener,
  noteRefusal: (refusal: Refusal, requestId: string) => void = () => {},
): Server {
  const unanswered = new WeakMap<Socket, number>()
  const listen: RequestListener = (request, response) => {
    const { socket } = request
    // Of a client that has reset its connection no address is left. Once asked for, the socket keeps it. Destroyed are
    // the sockets of requests that were read together with those that closed their connection.
    if (socket.destroyed || !socket.remoteAddress) return void socket.destroy()
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > maxPipelined) return void socket.destroy()
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    const refusal = refusalOf(request)
    if (!refusal) {
      endSlowBody(server, request)
      return handle(request, response)
    }
    // Whatever follows is no request.
    unanswered.set(socket, maxPipelined)
    const requestId = createRequestId(request)
    noteRefusal(refusal, requestId)
    refuse(response, refusal, requestId)
  }
  const server = createServer(options, listen)
  // Node would answer what expects something unknown itself, and go on with what follows.
  return server.on('checkExpectation', listen).on('connection', skipWhatIsRefused)
}

const isChunked = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined

const lengthRequired = () =>
  new Refusal(411, 'length_required', 'Send the length of the body, please.')

const noHost = () => new Refusal(400, 'bad_input', 'Name the host, please.')
const unknownExpectation = () =>
  new Refusal(417, 'expectation_failed', 'Only 100-continue can be expected.')

function refusalOf(request: IncomingMessage): Refusal | null {
  const { host, expect } = request.headers
  if (host === undefined && request.httpVersion === '1.1') return noHost()
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return unknownExpectation()
  // Browsers always send the length.
  if (isChunked(request)) return lengthRequired()
  if (request.url!.length > maxAddressLength) return addressTooLong()
  if (request.url!.split('&', maxQueryPairs + 1).length > maxQueryPairs) return badInput()
  return null
}

/** Answers with a refusal and closes the connection, so that no more of the request is read. */
function refuse(response: ServerResponse, refusal: Refusal, requestId: string): void {
  response
    .writeHead(refusal.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
      'X-Request-Id': requestId,
      ...minimalSecurityHeaders,
    })
    .end(JSON.stringify(refusal.body()))
}

/** What `onIncoming` returns so that the parser leaves the rest of what was read. */
const skipRest = 2
type Parser = { onIncoming(request: IncomingMessage, keepAlive: boolean): number }

/**
 * Has Node's parser skip the chunks of a refused body, and whatever follows on a connection that was closed. The 64 KB
 * that it has read can be thousands of chunks or requests, and it would run code for each. This isn't part of Node's
 * documented interface.
 */
function skipWhatIsRefused(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: Parser }
  if (!parser) return
  const { onIncoming } = parser
  parser.onIncoming = (request, keepAlive) => {
    const result = onIncoming(request, keepAlive)
    return isChunked(request) || socket.destroyed ? skipRest : result
  }
}
