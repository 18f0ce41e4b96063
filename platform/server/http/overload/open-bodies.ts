import { Transform, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { badInput } from '#platform/contract/failure.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { networkOf } from '../limits.ts'

/** Bodies of at most this many bytes aren't counted, so that votes and most saves are never refused. */
const small = 4096
/** Maximum number of chunks of a body. Those of one byte take a hundred times its length in memory. */
const maxChunks = 100

/**
 * Limits how many larger bodies are received at the same time, because each is in memory until it has come whole
 * (docs/safety.md, S31). The connection of a body of too many chunks is closed. Uploads have limits of their own.
 */
export function limitOpenBodies(server: FastifyInstance): void {
  const limit = createConcurrencyLimit({ most: { all: 2000, prefix: 200, network: 100 } })
  server.addHook('preParsing', async (request, _reply, body) => {
    const { consumes } = request.routeOptions.config as { consumes?: string }
    if (consumes === 'multipart/form-data') return body
    const isChunked = request.headers['transfer-encoding'] !== undefined
    if (isChunked || Number(request.headers['content-length'] ?? 0) > small)
      body.once('close', limit.enter({ network: networkOf(request.ip) }))
    return isChunked ? limitChunks(body) : body
  })
}

function limitChunks(body: Readable): Readable {
  let count = 0
  const limited = new Transform({
    transform(chunk, _encoding, done) {
      if (++count > maxChunks) body.destroy()
      else done(null, chunk)
    },
  })
  body.once('close', () => {
    if (!body.readableEnded) limited.destroy(badInput())
  })
  return body.pipe(limited)
}
