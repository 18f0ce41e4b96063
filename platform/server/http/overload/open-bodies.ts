import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { networkOf } from '../limits.ts'

/** Bodies of at most this many bytes aren't counted, so that votes and most saves are never refused. */
const small = 4096

/**
 * Limits how many larger bodies are received at the same time, because each is in memory until it has come whole
 * (docs/safety.md, S31). Uploads have limits of their own.
 */
export function limitOpenBodies(server: FastifyInstance): void {
  const limit = createConcurrencyLimit({ most: { all: 2000, prefix: 200, network: 100 } })
  server.addHook('preParsing', async (request, reply, body) => {
    const { consumes } = request.routeOptions.config as { consumes?: string }
    if (consumes === 'multipart/form-data') return
    if (Number(request.headers['content-length'] ?? 0) <= small) return
    const leave = limit.enter({ network: networkOf(request.ip) })
    // A body that wasn't read doesn't always end, nor does an answer that waits for an earlier one of its connection.
    finished(body, leave)
    finished(reply.raw, leave)
  })
}
