import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const current = new AsyncLocalStorage<string>()

/** The number of the request in hand, which its log lines carry and its answer tells. */
export const requestId = (): string | undefined => current.getStore()

/** A balancer may give its own; anything that isn't plainly a number of that kind is not taken over. */
const given = /^[\w-]{8,64}$/
/** Without those that are mistaken for one another: people read them out. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789z'

export function numbered({ headers }: IncomingMessage): string {
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

// Drawn for many at once: one by one it costs more than the rest of the number.
const pool = Buffer.alloc(12 * 256)
let at = pool.length

export function sendRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    current.run(request.id, done)
  })
}

/** What a person is told of a fault of ours, with the number by which its log lines are found. */
export const withNumber = (words: string, id = requestId()): string =>
  id ? `${words} Tell us this number: ${id}` : words
