import type { Kind } from './kept-caches.ts'

/** What the worker says of a full disk: what it has dropped since it said so last. */
export type FullMessage = { type: 'full'; dropped: Kind[] }

const listeners = new Set<() => void>()
let said: FullMessage | null = null

export const fullDevice = {
  get: () => said,
  /** Adds what was dropped now to what was before. */
  add(message: FullMessage) {
    said = { ...message, dropped: [...new Set([...(said?.dropped ?? []), ...message.dropped])] }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
