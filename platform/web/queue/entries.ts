import type { ApiError } from '../api/api.ts'
import { isChangedElsewhere, knowing } from '../api/changed-elsewhere.ts'
import {
  createIdempotencyKey,
  type QueueEntry,
  type WriteRefusal,
  type WaitingWrite,
} from './entry.ts'
import { isUnreachable } from './unreachable.ts'
import { inTransaction, type QueueEntryStore } from './store.ts'
import { waitingEntrySummaries } from './waiting-lines.ts'

const hour = 60 * 60 * 1000
/**
 * Milliseconds after an attempt during which the server is sure to know the attempt's key. For 24 hours the server
 * answers a repeated write as it did the first time; one hour less allows for clocks that differ.
 */
const keyLifetime = 23 * hour
const maxFailures = 5
/** The status of a write that took too long to arrive. */
export const tooSlow = 408
const maxSentShown = 20

/** Stores changes of the queue, and then updates what screens know of it. */
async function change<T>(work: (entries: QueueEntryStore) => Promise<T>): Promise<T> {
  const [result, entries] = await inTransaction('readwrite', async (entries) => {
    const result = await work(entries)
    return [result, await entries.all()] as const
  })
  waitingEntrySummaries.set(
    entries
      .filter(({ state }) => state !== 'sent')
      .map(({ id, memberId, about, words, on, removes, sets, state, after }) => ({
        id,
        memberId,
        about,
        words,
        ...(on === undefined ? {} : { on }),
        ...(removes && { removes }),
        ...(sets && { sets }),
        ...(after && { after }),
        state,
      })),
  )
  return result
}

/** Returns a member's entries, the oldest first. */
export const entriesOf = (memberId: number) =>
  inTransaction('readonly', (entries) => entries.of(memberId))

/**
 * Returns the id in the server's answer to an entry, null if it wasn't sent, or undefined if the entry was discarded or
 * is no longer kept.
 */
export const answerIdOf = async (id: number): Promise<number | null | undefined> =>
  (await inTransaction('readonly', (entries) => entries.get(id)))?.answerId

/** Returns the state of an entry, or undefined if it was discarded or is no longer kept. */
export const entryStateOf = async (id: number): Promise<QueueEntry['state'] | undefined> =>
  (await inTransaction('readonly', (entries) => entries.get(id)))?.state

/**
 * Adds a write of a member. It replaces the question `replaces` or, if that isn't given or has been answered in another
 * tab, an entry about the same thing that never left this device (`unsentTwin`). Another member may have logged in since
 * this one began the write.
 */
export const addEntry = (
  write: WaitingWrite,
  attempt: Pick<QueueEntry, 'key' | 'triedAt'> & { memberId: number | null },
  replaces?: number,
): Promise<QueueEntry> =>
  change(async (entries) => {
    const { memberId } = attempt
    if (memberId === null) throw new Error('Nobody is logged in.')
    const first = write.after && (await entries.get(write.after.entry))
    if (write.after && !first) throw new Error('What this belongs to is gone.')
    const known = first?.state === 'sent' ? filled(write, first.answerId) : write
    const entry = { ...known, ...attempt, ...fresh, memberId, addedAt: Date.now() }
    const asked = replaces === undefined ? undefined : await entries.get(replaces)
    const replaced =
      asked?.state === 'question' ? asked : unsentTwin(entry, await entries.of(memberId))
    if (replaced?.memberId !== memberId) return entries.add(entry)
    // A write that is the opposite of one that never left this device cancels it, so neither is sent.
    if (replaced !== asked && replaced.route !== write.route) {
      await entries.delete(replaced.id)
      return replaced
    }
    const changed = { ...entry, ...withEarlierFields(replaced, entry), id: replaced.id }
    await entries.put(changed)
    return changed
  })

/**
 * Marks an entry as tried before it is sent, and returns it as it was. Returns null if it is no longer waiting, or if
 * another entry must be sent first. If the entry isn't `repeatable` and was first sent so long ago that the server may
 * no longer know its key, it becomes a question and is returned as one.
 */
export const beginEntry = (id: number): Promise<QueueEntry | null> =>
  change(async (entries) => {
    const entry = await entries.get(id)
    if (entry?.state !== 'waiting' || entry.after) return null
    if (isTooOld(entry, Date.now())) return ask(entries, entry, answerLost)
    await entries.put({ ...entry, triedAt: entry.triedAt ?? Date.now() })
    return entry
  })

/**
 * Marks an entry as sent, and fills the id from the answer into the entries that were waiting for it. Does nothing if
 * `only` is given and isn't the entry's state.
 */
export const finishEntry = (
  id: number,
  answer: unknown,
  only?: QueueEntry['state'],
): Promise<QueueEntry | null> =>
  change(async (entries) => {
    const entry = await entries.get(id)
    if (!entry || (only && entry.state !== only)) return null
    const { body: _body, ...rest } = entry
    const answerId = (answer as { id?: number } | null)?.id ?? null
    const sent: QueueEntry = { ...rest, state: 'sent', refused: null, sentAt: Date.now(), answerId }
    await entries.put(sent)
    const all = await entries.of(entry.memberId)
    await Promise.all(all.filter(isAfter(id)).map((one) => entries.put(filled(one, answerId))))
    await forgetOld(entries, all, Date.now())
    return sent
  })

/**
 * Updates an entry after a failed attempt. Returns the entry if it became a question, otherwise null. `before` is the
 * entry before the attempt, and `wasCut` is true if the attempt can't have left this device.
 */
export const failEntry = (
  before: QueueEntry,
  error: ApiError,
  wasCut: boolean,
): Promise<QueueEntry | null> =>
  change(async (entries) => {
    const entry = await entries.get(before.id)
    if (!entry) return null
    if (shouldSendLater(error)) {
      if (wasCut && before.triedAt === null) await entries.put({ ...entry, triedAt: null })
      return null
    }
    const failures = entry.failures + 1
    if ((error.status >= 500 || [0, tooSlow].includes(error.status)) && failures < maxFailures) {
      await entries.put({ ...entry, failures })
      return null
    }
    const { code, message, details, fields } = error
    return ask(entries, entry, { code, message, details, fields })
  })

/**
 * Makes a question wait to be sent again. It gets a new key, because the server repeats its refusal for the old one.
 */
export const retryEntry = (id: number): Promise<void> =>
  change(async (entries) => {
    const entry = await entries.get(id)
    if (entry?.state !== 'question') return
    const { refused } = entry
    const mayBeDone = refused?.code === answerLost.code || entry.failures > 0
    await entries.put({
      ...entry,
      ...fresh,
      ...(refused && isChangedElsewhere(refused) && { input: knowing(entry.input, refused) }),
      key: createIdempotencyKey(),
      triedAt: mayBeDone ? Date.now() : null,
    })
  })

/** Deletes an entry and those that were to be sent after it. Returns the entry, or null if it is sent or gone. */
export const discardEntry = (id: number): Promise<QueueEntry | null> =>
  change(async (entries) => {
    const entry = await entries.get(id)
    if (!entry || entry.state === 'sent') return null
    const after = (await entries.of(entry.memberId)).filter(isAfter(id))
    await Promise.all([entry, ...after].map((one) => entries.delete(one.id)))
    return entry
  })

/** An entry that was called off, and the id of what undoes it, or null if that isn't needed. */
export type CalledOff = { entry: QueueEntry; undoId: number | null }

/**
 * Deletes an entry that waits. If it may have left this device, or is sent by now, adds `undo`, which is sent after it.
 * Returns null if the entry is gone.
 */
export const callOffEntry = (id: number, undo: WaitingWrite): Promise<CalledOff | null> =>
  change(async (entries) => {
    const entry = await entries.get(id)
    if (!entry) return null
    const { memberId, state, triedAt } = entry
    if (state !== 'sent') await entries.delete(id)
    if (triedAt === null) return { entry, undoId: null }
    const key = createIdempotencyKey()
    const added = { ...undo, ...fresh, memberId, key, triedAt: null, addedAt: Date.now() }
    return { entry, undoId: (await entries.add(added)).id }
  })

/** Puts an entry that was called off back in its place, as new, and deletes what undoes it, unless that is sent. */
export const putBackEntry = ({ entry, undoId }: CalledOff): Promise<void> =>
  change(async (entries) => {
    const undo = undoId === null ? undefined : await entries.get(undoId)
    if (undo && undo.state !== 'sent') await entries.delete(undo.id)
    await entries.put({ ...entry, ...fresh, key: createIdempotencyKey(), triedAt: null })
  })

/** Deletes all entries of a member. */
export const discardEntriesOf = (memberId: number): Promise<void> =>
  change(async (entries) => {
    const all = await entries.of(memberId)
    await Promise.all(all.map(({ id }) => entries.delete(id)))
  })

const fresh = {
  state: 'waiting',
  refused: null,
  failures: 0,
  sentAt: null,
  answerId: null,
} as const

export const answerLost: WriteRefusal = {
  code: 'answer_lost',
  message: 'It was sent, but the answer was lost. Please look whether it is there.',
  details: {},
}

const isAfter =
  (id: number) =>
  ({ after }: QueueEntry) =>
    after?.entry === id

/**
 * Returns the latest waiting entry about the same thing if neither it nor the new entry ever left this device and if it
 * has the same route or is the opposite of the new entry.
 */
function unsentTwin(entry: Omit<QueueEntry, 'id'>, entries: QueueEntry[]): QueueEntry | undefined {
  const last = entries.findLast(({ about, state }) => about === entry.about && state === 'waiting')
  if (!last || last.triedAt !== null || entry.triedAt !== null) return undefined
  const isSwitch = entry.on !== undefined && last.on === !entry.on
  return isSwitch || last.route === entry.route ? last : undefined
}

/**
 * Returns what an edit sends and sets in place of an earlier one of the same thing: also what only that one did. What
 * the first page showed is expected, because the later one showed what the earlier edit set.
 */
const withEarlierFields = (earlier: WaitingWrite, { input, sets }: WaitingWrite) =>
  sets && {
    input: {
      ...earlier.input,
      ...input,
      ...(earlier.input.expected !== undefined && {
        expected: { ...(input.expected as object), ...(earlier.input.expected as object) },
      }),
    },
    sets: { ...earlier.sets, ...sets },
  }

const isTooOld = ({ repeatable, triedAt }: QueueEntry, at: number) =>
  !repeatable && triedAt !== null && Math.abs(at - triedAt) > keyLifetime

async function ask(
  entries: QueueEntryStore,
  entry: QueueEntry,
  refused: WriteRefusal,
): Promise<QueueEntry> {
  const asked: QueueEntry = { ...entry, state: 'question', refused }
  await entries.put(asked)
  return asked
}

/**
 * Returns whether a write is to be sent again later, because the server wasn't reached, is too busy, asks for a new
 * log-in or is still handling a request with the same key.
 */
export const shouldSendLater = (error: ApiError) =>
  isUnreachable(error) || [401, 429, 503].includes(error.status) || error.code === 'key_in_use'

/** Returns a write with the id from the answer of the write that had to be sent first. */
function filled<T extends WaitingWrite>(write: T, id: number | null): T {
  const { after, ...rest } = write
  if (!after) return write
  const about = `${after.kind} ${id}`
  return { ...rest, about, input: { ...write.input, [after.field]: id } } as T
}

/** Deletes sent entries, except the latest ones (at most `maxSentShown`) that were sent within the last 23 hours. */
function forgetOld(entries: QueueEntryStore, all: QueueEntry[], at: number) {
  const sent = all.filter(({ state }) => state === 'sent')
  const old = sent.filter(
    ({ sentAt }, index) => index < sent.length - maxSentShown || at - (sentAt ?? 0) > keyLifetime,
  )
  return Promise.all(old.map(({ id }) => entries.delete(id)))
}
