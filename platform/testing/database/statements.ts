import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import pg from 'pg'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'

/** A SQL statement as the server sent it, with the settings of its connection. */
export type Statement = { text: string; values: unknown[]; settings: string }

export type Statements = {
  serve(server: Server): void
  work(queues: JobQueue[]): JobQueue[]
  sent(): Statement[]
}

type Query = (this: pg.Client, ...params: unknown[]) => unknown

const collecting = new AsyncLocalStorage<Map<string, Statement>>()
const planned = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|merge|with)\b/i

/**
 * Collects the SQL statements that the server sends while it serves a request or runs a job, not those that a test
 * sends itself. Stores one of each text and shape of parameters, because a null or an empty list may lead to another
 * plan.
 */
export function statements(): Statements {
  const found = new Map<string, Statement>()
  listen()
  return {
    serve(server) {
      const emit = server.emit.bind(server) as (...params: unknown[]) => boolean
      server.emit = (...params: unknown[]) =>
        params[0] === 'request' ? collecting.run(found, () => emit(...params)) : emit(...params)
    },
    work: (queues) =>
      queues.map((queue) => ({
        ...queue,
        run: (data) => collecting.run(found, () => queue.run(data)),
      })),
    sent: () => [...found.values()],
  }
}

let listening = false
function listen() {
  if (listening) return
  listening = true
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (...params) {
    const into = collecting.getStore()
    if (into) keep(into, this, params)
    return query.apply(this, params)
  }
}

function keep(into: Map<string, Statement>, client: pg.Client, [asked, more]: unknown[]) {
  const config = typeof asked === 'string' ? { text: asked, values: more } : asked
  const { text, values } = config as { text?: unknown; values?: unknown }
  if (typeof text !== 'string' || !planned.test(text)) return
  const params = Array.isArray(values) ? (values as unknown[]) : []
  const settings = settingsOf(client)
  const key = [settings, text, ...params.map(shapeOf)].join('\0')
  if (!into.has(key)) into.set(key, { text, values: params, settings })
}

const settingsOf = (client: pg.Client) =>
  (client as unknown as { connectionParameters: { options?: string } }).connectionParameters
    .options ?? ''

function shapeOf(value: unknown) {
  if (value === null || value === undefined) return 'null'
  return Array.isArray(value) && value.length === 0 ? 'empty' : typeof value
}
