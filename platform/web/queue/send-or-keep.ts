import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { api } from '../api/api.ts'
import { isActing, session } from '../session/session.ts'
import { createIdempotencyKey, type WaitingWrite } from './entry.ts'
import { browserIsOffline, isUnreachable } from './unreachable.ts'
import { waitingEntriesOfMember } from './waiting-lines.ts'

/** What a feature says about a write, besides its call and input. */
export type WaitingWriteDescription = Omit<WaitingWrite, 'route' | 'input' | 'body' | 'after'> & {
  /** The id of the question that this write replaces, because the member has changed what the server refused. */
  replaces?: number
}

type Outcome<Answer> = { answer: Answer; kept?: undefined } | { answer?: undefined; kept: number }

/**
 * Milliseconds to wait for an answer before the write is kept on this device. The write can safely be sent a second
 * time, because it has a key.
 */
const patience = 8_000

/** Loads the queue. Members' pages do so when they are idle (features/waiting/device-notice-lazy.tsx). */
export const loadQueue = () => import('./keep.ts')

/**
 * Keeps a write of this member on this device, to be sent when they are logged in. Throws an ApiError if that isn't
 * possible. `memberId` is who began the write: another may have logged in since.
 */
export const keepWrite = async (write: WaitingWrite, memberId: number | null) =>
  (await loadQueue()).addToQueue(write, { memberId })

/** Whether a write about a thing waits, which must be sent before another one about it. */
export const isBehind = (about: string, memberId: number | null) =>
  waitingEntriesOfMember(memberId).some((line) => line.about === about && line.state === 'waiting')

/**
 * Makes a write now or, if the server can't be reached or an earlier write about the same thing is waiting, keeps it on
 * this device to be sent later. Throws the server's refusals, and an error if the write can't be kept either.
 */
export async function sendOrKeep<R extends Route>(
  route: R,
  input: Input<R>,
  { replaces, ...waits }: WaitingWriteDescription,
  list?: unknown[],
): Promise<Outcome<Output<R>>> {
  const write: WaitingWrite = { route, input, ...waits, ...(list && { body: { list } }) }
  const key = createIdempotencyKey()
  const [{ id: memberId }, isOwn] = [session(), !isActing()]
  const keep = async (triedAt: number | null) => ({
    kept: await (await loadQueue()).addToQueue(write, { memberId, key, triedAt }, replaces),
  })
  if (isBehind(waits.about, memberId)) return keep(null)
  const wasCut = browserIsOffline()
  try {
    const answer = await api(route, input, { key, patience, ...(list && { body: list }) })
    if (replaces !== undefined) await (await loadQueue()).finishChangedEntry(replaces, answer)
    return { answer }
  } catch (error) {
    if (!isUnreachable(error) || !isOwn) throw error
    return keep(wasCut ? null : Date.now())
  }
}
