import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const current = new AsyncLocalStorage<string>()

/** Returns the id of the current request, which its log lines and its X-Request-Id response header contain. */
export const currentRequestId = (): string | undefined => current.getStore()

/** Returns the id that a load balancer gave the request, or a new one. */
export function createRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

export function sendRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    current.run(request.id, done)
  })
}

/** Adds the request id to the message about an internal error, so that its log lines can be found. */
export const withRequestId = (words: string, id = currentRequestId()): string =>
  id ? `${words} Tell us this number: ${id}` : words
