import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const current = new AsyncLocalStorage<string>()

/** Returns the id of the current request, which its log lines and its X-Request-Id response header contain. */
export const currentRequestId = (): string | undefined => current.getStore()

/** Ids from a load balancer must match this pattern to be used. */
const given = /^[\w-]{8,64}$/
/**
 * Excludes characters that look alike (0 and o; 1, i and l), because people read ids aloud. Contains z twice, to have
 * 32 characters.
 */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789z'

export function createRequestId({ headers }: IncomingMessage): string {
  const asked = headers['x-request-id']
  if (typeof asked === 'string' && given.test(asked)) return asked
  if (at === pool.length) {
    randomFillSync(pool)
    at = 0
  }
  let drawn = ''
  for (let n = 0; n < 12; n++) drawn += (n === 4 || n === 8 ? '-' : '') + letters[pool[at++]! & 31]
  return drawn
}

// Random bytes are generated for many ids at once, because generating them per id costs more than all the rest.
const pool = Buffer.alloc(12 * 256)
let at = pool.length

export function sendRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    current.run(request.id, done)
  })
}

/** Adds the request id to the message about an internal error, so that its log lines can be found. */
export const withRequestId = (words: string, id = currentRequestId()): string =>
  id ? `${words} Tell us this number: ${id}` : words
