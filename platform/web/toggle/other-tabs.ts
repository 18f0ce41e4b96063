import type { QueueEntry } from '../queue/entry.ts'
import { session } from '../session/session.ts'

/**
 * What the server answered to a tap of the member `by`, or what holds again because a write that waited was discarded.
 * Without `on`, that write was no switch.
 */
type Answer = { about: string; by: number | null; on?: boolean; count?: number }

const key = 'toggled'

/** Nothing stays in the storage: the event that the other tabs get contains the answer. */
export function tellOtherTabs(answer: Answer): void {
  try {
    localStorage.setItem(key, JSON.stringify(answer))
    localStorage.removeItem(key)
  } catch {
    // Without storage, the other tabs show it once they are loaded again.
  }
}

/** Tells all tabs, also this one, that a write which waited isn't sent any more. */
export function tellDiscarded({ about, memberId, on }: QueueEntry): void {
  const answer: Answer = { about, by: memberId, ...(on !== undefined && { on: !on }) }
  tellOtherTabs(answer)
  // The browser sends the event to the other tabs only.
  dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(answer) }))
}

/** Calls `listener` with what is told about a thing, if it is of the member who is logged in. */
export function onAnswerElsewhere(about: string, listener: (answer: Answer) => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== key || !event.newValue) return
    const answer = JSON.parse(event.newValue) as Answer
    if (answer.about === about && answer.by === session().id) listener(answer)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
