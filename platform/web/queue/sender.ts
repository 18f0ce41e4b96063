import { slowestUpload } from '#platform/upload-pace.ts'
import type { Input, Route } from '#platform/contract/wire.ts'
import { api } from '../api/api.ts'
import { onSessionChange, session } from '../session/session.ts'
import { tabMessage } from '../storage/tab-message.ts'
import type { QueueEntry } from './entry.ts'
import { createQueueSender, type Round } from './rounds.ts'
import { waitingEntriesOfMember } from './waiting-lines.ts'

const second = 1000
/** The pauses between attempts grow from `firstPause` to `longestPause`. */
const firstPause = 5 * second
const longestPause = 300 * second

const sendWaiting = createQueueSender(sendEntry)

/** Makes the call of an entry. */
export function sendEntry({ route, input, body, key }: QueueEntry) {
  const parts = body && 'form' in body ? Object.entries(body.form) : []
  const form = new FormData()
  let bytes = 0
  for (const [name, part] of parts) {
    form.set(name, part)
    bytes += typeof part === 'string' ? part.length : part.size
  }
  return api(route, input as Input<Route>, {
    key,
    patience: 20 * second + Math.round(bytes / slowestUpload),
    ...(body && { body: 'list' in body ? body.list : form }),
  })
}

let pause = firstPause
let timer: ReturnType<typeof setTimeout> | undefined
let tell: (result: RoundResult) => void = () => {}

/** What became of a round's writes, for every tab. */
export type RoundResult = {
  sent: Pick<QueueEntry, 'id' | 'about' | 'words'>[]
  asked: Pick<QueueEntry, 'words' | 'refused'>[]
}
const results = tabMessage<RoundResult & { by: number | null }>('sent-round')

/** One tab sends, and any other may show what was done there. Who logged in meanwhile isn't told of another's writes. */
function tellAllTabs(round: Round): void {
  const by = session().id
  const own = (entries: QueueEntry[]) => entries.filter(({ memberId }) => memberId === by)
  const result: RoundResult = {
    sent: own(round.sent).map(({ id, about, words }) => ({ id, about, words })),
    asked: own(round.asked).map(({ words, refused }) => ({ words, refused })),
  }
  if (result.sent.length + result.asked.length === 0) return
  tell(result)
  results.send({ ...result, by })
}

const isWaiting = () =>
  waitingEntriesOfMember(session().id).some(({ state }) => state === 'waiting')

async function sendNow() {
  clearTimeout(timer)
  if (!isWaiting()) return
  try {
    const round = await sendWaiting()
    tellAllTabs(round)
    if (round.sent.length > 0) pause = firstPause
    if (round.retryAfter) pause = Math.max(pause, Math.min(round.retryAfter * second, longestPause))
  } catch (error) {
    console.warn('What waits could not be sent.', error)
  }
  if (isWaiting()) sendSoon()
}

/** Tries after a pause, which grows with each attempt. */
export function sendSoon() {
  clearTimeout(timer)
  timer = setTimeout(() => void sendNow(), pause)
  pause = Math.min(pause * 2, longestPause)
}

/** Tries at once, because there is a sign that the network is back or the member wants it. */
export function sendAtOnce() {
  pause = firstPause
  return sendNow()
}

/**
 * Sends the waiting writes, now and whenever there may be a network again, and tells what this or another tab sent. The
 * browser's `online` event isn't enough, because it isn't fired when a network that had no connection to the internet
 * gets one.
 */
export function startSending(onRound: (result: RoundResult) => void): () => void {
  tell = onRound
  const stopFollowing = results.listen(onRound)
  const onVisible = () => {
    if (document.visibilityState === 'visible') void sendAtOnce()
  }
  const onOnline = () => void sendAtOnce()
  addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisible)
  const stopListening = onSessionChange(onOnline)
  onOnline()
  return () => {
    clearTimeout(timer)
    tell = () => {}
    removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisible)
    stopListening()
    stopFollowing()
  }
}
