import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AnyCall } from '#platform/contract/call.ts'
import {
  badInput,
  idempotencyKeyInUse,
  idempotencyKeyReused,
  Refusal,
} from '#platform/contract/failure.ts'
import type { Clock, Database } from '../services.ts'
import { RawResponse, type Viewer, type WithoutPermit } from './handler.ts'
import { JsonBytes } from './json-bytes.ts'
import { rateLimitRefusal } from './limits.ts'

/** A write with an idempotency key. `input` has been validated. */
export type IdempotentWrite = {
  call: AnyCall
  viewer: Viewer
  key: string
  input: Record<string, unknown>
  /** Hash of an uploaded file, which isn't part of `input`. */
  content: string | null
  withoutPermit: WithoutPermit
}

/** Runs a write, or repeats the earlier answer if one is stored under the same key. */
export type IdempotentRunner = (
  write: IdempotentWrite,
  run: () => Promise<unknown>,
) => Promise<unknown>

const second = 1000
export const storedResponseLifetime = 24 * 60 * 60 * second
/** Maximum number of keys of one member within `storedResponseLifetime`. */
export const maxKeys = 2000
/**
 * A write that is still unfinished after this time was interrupted by its process's end. Only an upload into a slow store
 * of photos takes longer (`storage/s3.ts`): its repeat then writes the same photo beside it.
 */
const brokenOffAfter = 60 * second
/** Milliseconds between a repeated request's looks for the answer to the first one: eight seconds together. */
export const pauses = [25, 50, 100, 200, 400, 800, 1600, 2400, 2425]

type Outcome = { refused: false; answer: unknown } | ({ refused: true } & RefusalFields)
type RefusalFields = Pick<Refusal, 'status' | 'code' | 'message' | 'details'>

/**
 * Returns whether a call's answers are stored by key: true for members' writes that contain no password or session.
 * Answers of calls that only read may be large, and are never stored.
 */
export const supportsIdempotencyKey = (call: AnyCall) =>
  !call.route.startsWith('GET ') &&
  !call.onlyReads &&
  !call.containsSecret &&
  call.access !== 'anyone'

/** Returns the request's idempotency key if the call supports one. Throws if a write's key is malformed. */
export function idempotencyKey(call: AnyCall, header: string | undefined): string | null {
  if (header === undefined || call.route.startsWith('GET ')) return null
  if (!/^[\w-]{1,64}$/.test(header))
    throw badInput({ fields: { 'Idempotency-Key': 'Send 1 to 64 of A–Z, a–z, 0–9, _ and -.' } })
  return supportsIdempotencyKey(call) ? header : null
}

/**
 * Runs each keyed write once, which a unique row per member, call and key ensures. The answer is stored in a second
 * statement after the write. If the process dies in between, a later request runs the write again, so its own unique
 * constraints must prevent it from taking effect twice.
 */
export function createIdempotentRunner(database: Database, clock: Clock): IdempotentRunner {
  return async (write, run) => {
    const mine = rowOf(write)
    for (let looks = 0; ; looks++) {
      if (await claim(database, clock.now(), mine)) return answerAndKeep(database, mine, run)
      const outcome = await outcomeOf(database, mine)
      if (outcome === 'no such key') {
        if (await hasMaxKeys(database, clock.now(), mine)) throw noKeysLeft()
      } else if (outcome) return replay(outcome)
      if (looks === pauses.length) throw idempotencyKeyInUse()
      await write.withoutPermit(() => wait(pauses[looks]))
    }
  }
}

type Row = { user_id: number; route: string; key: string; input_hash: Buffer }

function rowOf({ call, viewer, key, input, content }: IdempotentWrite): Row {
  const hash = createHash('sha256')
    .update(JSON.stringify([input, content]))
    .digest()
  return { user_id: viewer.id, route: call.route, key, input_hash: hash }
}

const keysOf = (row: Row, now: Date) => sql<number>`(
  select count(*)::integer from idempotency_keys
   where user_id = ${row.user_id} and started_at > ${new Date(now.getTime() - storedResponseLifetime)})`

async function hasMaxKeys(database: Database, now: Date, row: Row): Promise<boolean> {
  const { rows } = await sql<{ keys: number }>`select ${keysOf(row, now)} as keys`.execute(database)
  return rows[0]!.keys >= maxKeys
}

const noKeysLeft = () => rateLimitRefusal(3600)

async function claim(database: Database, now: Date, row: Row): Promise<boolean> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const claimed = await database
    .insertInto('idempotency_keys')
    .columns(['user_id', 'route', 'key', 'input_hash', 'started_at'])
    .expression(
      sql`select ${row.user_id}::integer, ${row.route}::text, ${row.key}::text, ${row.input_hash}::bytea, ${now}::timestamptz
           where ${keysOf(row, now)} < ${maxKeys}`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ input_hash: row.input_hash, started_at: now, outcome: null })
        .where(({ and, or, eb, ref }) => {
          const begun = ref('idempotency_keys.started_at')
          return or([
            eb(begun, '<=', ago(storedResponseLifetime)),
            and([
              eb('idempotency_keys.outcome', 'is', null),
              eb(begun, '<=', ago(brokenOffAfter)),
              eb('idempotency_keys.input_hash', '=', row.input_hash),
            ]),
          ])
        }),
    )
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n
}

/** Returns how the write with this key ended, or null if it hasn't. Throws if the key was used for another input. */
async function outcomeOf(database: Database, row: Row): Promise<Outcome | 'no such key' | null> {
  const found = await database
    .selectFrom('idempotency_keys')
    .select(['input_hash', 'outcome'])
    .where(isRow(row))
    .executeTakeFirst()
  if (!found) return 'no such key'
  if (!found.input_hash.equals(row.input_hash)) throw idempotencyKeyReused()
  return found.outcome as Outcome | null
}

async function answerAndKeep(database: Database, row: Row, run: () => Promise<unknown>) {
  // The write is done or refused already, so an error while storing the outcome must not change the answer.
  const keep = (outcome: Outcome) =>
    database
      .updateTable('idempotency_keys')
      .set({ outcome: JSON.stringify(outcome) })
      .where(isRow(row))
      .execute()
      .catch(() => {})
  const forget = () =>
    database
      .deleteFrom('idempotency_keys')
      .where(isRow(row))
      .execute()
      .catch(() => {})
  try {
    const answer = await run()
    if (answer instanceof RawResponse) await forget()
    else await keep({ refused: false, answer: plain(answer) })
    return answer
  } catch (error) {
    if (error instanceof Refusal && isFinal(error)) {
      const { status, code, message, details } = error
      await keep({ refused: true, status, code, message, details: shortened(details) })
    } else await forget()
    throw error
  }
}

/** Maximum size of a refusal's stored details in bytes, and maximum length of each text in details that exceed it. */
const maxDetails = 2048
const maxTextInLongDetails = 40

/**
 * Cuts off the texts in a refusal's details if the details are too large, because a refused write costs its sender
 * nothing and its details are stored for a day. Details that are still too large are left out.
 */
function shortened(details: RefusalFields['details']): RefusalFields['details'] {
  if (bytesOf(details) <= maxDetails) return details
  const cut = (_key: string, value: unknown) => {
    if (typeof value !== 'string' || value.length <= maxTextInLongDetails) return value
    return `${value.slice(0, maxTextInLongDetails - 1).toWellFormed()}…`
  }
  const short = JSON.parse(JSON.stringify(details, cut)) as RefusalFields['details']
  return bytesOf(short) <= maxDetails ? short : {}
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

const plain = (answer: unknown) => (answer instanceof JsonBytes ? answer.value() : answer)

const isRow = ({ user_id, route, key }: Row) =>
  sql<boolean>`(user_id, route, key) = (${user_id}, ${route}, ${key})`

/** Returns whether a retry would be refused again: false after a 401, 408, 429 or any 5xx. */
const isFinal = ({ status }: Refusal) => status < 500 && ![401, 408, 429].includes(status)

function replay(outcome: Outcome): unknown {
  if (!outcome.refused) return outcome.answer
  throw new Refusal(outcome.status, outcome.code, outcome.message, outcome.details)
}
