import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { connectionTo } from './database/database.ts'

/** Kinds of events with the fields of each. `domain/vocabulary/events.ts` declares the product's events. */
export interface EventKinds {}

/** An action, or the undoing of one, that other visitors should see at once. */
export type SiteEvent = {
  [Kind in keyof EventKinds]: { kind: Kind } & EventKinds[Kind]
}[keyof EventKinds]

export type EventBus = {
  /** Sends an event to every process, including this one, within about 250 ms. Call it after the commit. */
  publish(event: SiteEvent): void
  /**
   * Calls `hear` with new events, or with null once a lost connection is restored, because events may have been missed.
   * Returns a function that unsubscribes.
   */
  subscribe(hear: (events: SiteEvent[] | null) => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const channel = 'yolo_events'
// Milliseconds between two NOTIFYs of a process. Transactions that notify commit one after another on the whole server,
// so there should be few.
const pause = 250
// PostgreSQL limits a payload to 8,000 bytes; an event has fewer than 100.
const maxPerMessage = 75

/** Passes events between processes with LISTEN/NOTIFY. A lost event does no harm, because clients also poll. */
export function createEventBus(url: string, log: Logger): EventBus {
  const hearers = new Set<(events: SiteEvent[] | null) => void>()
  const me = randomUUID()
  let waiting = new Map<string, SiteEvent>()
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let heardBefore = false
  let stopped = false

  const tell = (batch: SiteEvent[] | null) => {
    for (const hear of hearers) hear(batch)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connectionTo(url),
      application_name: 'yolo-events',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    let left = false
    const again = () => {
      if (client === next) client = undefined
      if (!stopped && !left) setTimeout(() => void connect(), 500 + Math.random() * 1_000).unref()
      left = true
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ payload }) => {
      const { from, batch } = JSON.parse(payload ?? '{}') as { from: string; batch: SiteEvent[] }
      if (from !== me) tell(batch)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (stopped) return await next.end()
      client = next
      if (heardBefore) tell(null)
      heardBefore = true
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'events of other processes are not heard for now')
      again()
      await next.end().catch(() => {})
    }
  }

  async function flush(): Promise<void> {
    timer = undefined
    const batch = [...waiting.values()]
    waiting = new Map()
    tell(batch)
    const payloads: string[] = []
    for (let from = 0; from < batch.length; from += maxPerMessage)
      payloads.push(JSON.stringify({ from: me, batch: batch.slice(from, from + maxPerMessage) }))
    await client
      ?.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [channel, payloads])
      .catch((error: Error) => log.warn({ err: error.message }, 'events were not passed on'))
  }

  return {
    publish(event) {
      // An event that is published again within the pause is only sent once.
      waiting.set(Object.values(event).join(' '), event)
      if (!stopped) timer ??= setTimeout(() => void flush(), pause)
    },
    subscribe(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    start: connect,
    async stop() {
      stopped = true
      if (timer) {
        clearTimeout(timer)
        await flush()
      }
      await client?.end().catch(() => {})
    },
  }
}
