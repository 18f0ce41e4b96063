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

export async function sendJsonBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: JsonBytes,
) {
  reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding')
  if (!acceptedEncoding(request.headers['accept-encoding'], ['gzip']))
    return reply.send(answer.bytes)
  return reply.header('Content-Encoding', 'gzip').send(await answer.packed())
}
