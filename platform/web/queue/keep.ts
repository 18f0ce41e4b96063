import { ApiError, asApiError } from '../api/api.ts'
import { addEntry, callOffEntry, entryStateOf, finishEntry, putBackEntry } from './entries.ts'
import { createIdempotencyKey, type WaitingWrite } from './entry.ts'
import { sendAtOnce, sendSoon } from './sender.ts'

export { answerIdOf, discardEntry, entriesOf } from './entries.ts'

/** What is known of a write: whose it is, and its first attempt. */
type Attempt = { memberId: number | null; key?: string; triedAt?: number | null }

/** Keeps a write that can't be sent now. Throws an ApiError if this device can't keep it. */
export async function addToQueue(
  write: WaitingWrite,
  { memberId, key = createIdempotencyKey(), triedAt = null }: Attempt,
  replaces?: number,
): Promise<number> {
  try {
    const { id } = await addEntry(write, { memberId, key, triedAt }, replaces)
    sendSoon()
    return id
  } catch (error) {
    console.warn('A write could not be kept on this device.', error)
    throw notKept(asApiError(error))
  }
}

const notKept = ({ code }: ApiError) =>
  new ApiError(
    0,
    code === 'offline' ? code : 'not_kept',
    'We can’t reach the server, and this device has no room to keep it until then. It stays here as you left it: please try again.',
  )

/**
 * Stores that a question was sent after the member had changed it, and sends the entries that waited for it. If it was
 * changed in another tab too, what waits by now is another write, which stays.
 */
export async function finishChangedEntry(id: number, answer: unknown): Promise<void> {
  await finishEntry(id, answer, 'question')
  void sendAtOnce()
}

/**
 * Calls a write off that waits. If it may have left this device, `undo` is sent, at once if possible. Returns a function
 * that puts the write back in its place, or null if it is gone.
 */
export async function callOff(id: number, undo: WaitingWrite) {
  const calledOff = await callOffEntry(id, undo)
  void sendAtOnce()
  if (!calledOff) return null
  return async () => {
    await putBackEntry(calledOff)
    sendSoon()
  }
}

/** Tries at once to send an entry. Returns its state after that, or undefined if it was discarded meanwhile. */
export async function sendEntryAtOnce(id: number) {
  await sendAtOnce()
  return entryStateOf(id)
}
