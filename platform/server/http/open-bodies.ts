import type { FastifyInstance } from 'fastify'
import { badInput } from '#platform/contract/failure.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { networkOf } from './limits.ts'

/** Bodies of at most this many bytes aren't counted, so that votes and most saves are never refused. */
const small = 4096

/**
 * Limits how many larger bodies are received at the same time, because each is in memory until it has come whole
 * (docs/safety.md, S31). A body in chunks is refused: of chunks of a byte it would take a hundred times its length.
 * Uploads have limits of their own.
 */
export function limitOpenBodies(server: FastifyInstance): void {
  const limit = createConcurrencyLimit({ most: { all: 2000, prefix: 200, network: 100 } })
  server.addHook('preParsing', async (request, reply, body) => {
    const { consumes } = request.routeOptions.config as { consumes?: string }
    if (consumes === 'multipart/form-data') return body
    if (request.headers['transfer-encoding']) {
      // The rest isn't read.
      void reply.header('connection', 'close')
      throw badInput({ message: 'Send its length, please.' })
    }
    if (Number(request.headers['content-length'] ?? 0) > small)
      body.once('close', limit.enter({ network: networkOf(request.ip) }))
    return body
  })
}
