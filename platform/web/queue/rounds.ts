import type { Route } from '#platform/contract/wire.ts'
import { api, ApiError, asApiError } from '../api/api.ts'
import { isActing, session } from '../session/session.ts'
import {
  beginEntry,
  entriesOf,
  failEntry,
  finishEntry,
  shouldSendLater,
  tooSlow,
} from './entries.ts'
import type { QueueEntry } from './entry.ts'
import { browserIsOffline } from './unreachable.ts'
import { haveSame } from './have-same.ts'

/** What one round of sending did. `retryAfter` is the number of seconds that the server asked to wait. */
export type Round = { sent: QueueEntry[]; asked: QueueEntry[]; retryAfter: number | null }

/** The status of a write of which there were too many. */
const tooMany = 429
/** Milliseconds after which an upload that broke off may have been too slow. */
const slowAfter = 10_000

type Send = (entry: QueueEntry) => Promise<unknown>

/**
 * Returns a function that sends the waiting entries in order. Only one tab at a time does so, and only for the member
 * who is logged in.
 */
export function createQueueSender(send: Send): () => Promise<Round> {
  let underWay: Promise<Round> | null = null
  return () =>
    (underWay ??= onlyInThisTab(() => sendAll(send)).finally(() => {
      underWay = null
    }))
}

async function sendAll(send: Send): Promise<Round> {
  const round: Round = { sent: [], asked: [], retryAfter: null }
  const seen = new Set<number>()
  /** The calls of which the member has made too many for now. */
  const spent = new Set<Route>()
  for (;;) {
    const { id: memberId } = session()
    if (memberId === null || isActing()) return round
    const next = nextOf(await entriesOf(memberId), seen, spent)
    if (!next) return round
    seen.add(next.id)
    const outcome = await sendOne(next.id, send, round)
    if (outcome === 'over') return round
    if (outcome === 'spent') spent.add(next.route)
  }
}

/**
 * Sends an entry. The round is over if the server can't be reached or the member is no longer logged in. If only the
 * budget of this kind of call is spent, other kinds go on.
 */
async function sendOne(id: number, send: Send, round: Round): Promise<'done' | 'spent' | 'over'> {
  const entry = await beginEntry(id)
  if (entry?.state === 'question') round.asked.push(entry)
  if (entry?.state !== 'waiting') return 'done'
  // Everything is sent as the member who is logged in, so another member's entry must not be sent.
  if (session().id !== entry.memberId || isActing()) return 'over'
  const [wasCut, begun] = [browserIsOffline(), Date.now()]
  let answer: unknown
  try {
    answer = await send(entry)
  } catch (problem) {
    const error = await nameSlow(asApiError(problem), entry, Date.now() - begun)
    answer = answerOfEarlier(entry, error)
    if (answer === null) {
      const asked = await failEntry(entry, error, wasCut)
      if (asked) round.asked.push(asked)
      round.retryAfter = error.retryAfter
      if (error.status === tooMany) return 'spent'
      return shouldSendLater(error) && error.code !== 'key_in_use' ? 'over' : 'done'
    }
  }
  const sent = await finishEntry(id, answer)
  if (sent) round.sent.push(sent)
  return 'done'
}

const isUpload = ({ body }: QueueEntry) => body !== undefined && 'form' in body

/** Returns whether the server answers right now. */
const isReachable = () =>
  api('GET /health/live', {}, { patience: 5_000 }).then(
    () => true,
    () => false,
  )

/**
 * Returns the server's refusal of a slow upload also if the connection was lost after so long while the server answers
 * others, because a browser that still sends may read no answer. Otherwise such an upload would wait for ever, and what
 * is behind it too.
 */
const nameSlow = async (error: ApiError, entry: QueueEntry, took: number) =>
  error.code === 'offline' && isUpload(entry) && took > slowAfter && (await isReachable())
    ? new ApiError(tooSlow, 'too_slow', 'That took too long to arrive.')
    : error

/**
 * Returns the answer of an earlier attempt if the server refuses this one because the earlier one succeeded, or because
 * nothing is left to do.
 */
function answerOfEarlier(entry: QueueEntry, error: ApiError): unknown {
  const { doneIf, settledIf, triedAt, input } = entry
  if (settledIf === error.code) return {}
  if (triedAt === null || doneIf?.code !== error.code) return null
  const answer = error.details[doneIf.detail]
  return answer && haveSame(doneIf.same ?? [], input, answer) ? answer : null
}

/**
 * Returns the next entry to send: the oldest waiting one that isn't in `seen`, whose call isn't `spent`, that has no
 * `after`, and no older waiting entry about the same thing. An upload that was tried before is sent after all else,
 * because it may take long again.
 */
function nextOf(
  entries: QueueEntry[],
  seen: ReadonlySet<number>,
  spent: ReadonlySet<Route>,
): QueueEntry | undefined {
  const blocked = new Set<string>()
  let triedUpload: QueueEntry | undefined
  for (const entry of entries) {
    if (entry.state !== 'waiting') continue
    const isFree = !entry.after && !seen.has(entry.id) && !spent.has(entry.route)
    if (isFree && !blocked.has(entry.about)) {
      if (!isUpload(entry) || entry.triedAt === null) return entry
      triedUpload ??= entry
    }
    blocked.add(entry.about)
  }
  return triedUpload
}

/** Lets one tab at a time run `work`. In a browser without locks, the keys of the writes still prevent duplicates. */
function onlyInThisTab<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? (locks.request('send-waiting', work) as Promise<T>) : work()
}
