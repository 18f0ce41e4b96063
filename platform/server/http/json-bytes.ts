import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './accepted-encoding.ts'

const pack = promisify(gzip)

/** An answer that is JSON already and that many may be given: it is packed once, for all of them. */
export class JsonBytes {
  readonly bytes: Buffer
  #packed: Promise<Buffer> | undefined
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** What it says, as a new object. */
  value(): unknown {
    return JSON.parse(this.bytes.toString())
  }

  packed(): Promise<Buffer> {
    // Level 4 packs a list of cards nearly as tight as 6 in half the time.
    this.#packed ??= pack(this.bytes, { level: 4 })
    return this.#packed
  }
}

/** Written by itself: what else happens to an answer on its way is done here already. */
export async function sendJsonBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: JsonBytes,
): Promise<FastifyReply> {
  const packs = acceptedEncoding(request.headers['accept-encoding'], ['gzip'])
  const body = packs ? await answer.packed() : answer.bytes
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'application/json; charset=utf-8',
    vary: 'Accept-Encoding',
    'content-length': body.length,
    ...(packs ? { 'content-encoding': 'gzip' } : {}),
  }
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, headers as OutgoingHttpHeaders)
  reply.raw.end(body)
  return reply
}
