import type { CacheKind } from './kept-caches.ts'

/** What the worker says of a full disk: what it has dropped since it said so last. */
export type StorageFullMessage = { type: 'full'; dropped: CacheKind[] }

const listeners = new Set<() => void>()
let said: StorageFullMessage | null = null

export const storageFullStore = {
  get: () => said,
  /** Adds what was dropped now to what was before. */
  add(message: StorageFullMessage) {
    said = { ...message, dropped: [...new Set([...(said?.dropped ?? []), ...message.dropped])] }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
