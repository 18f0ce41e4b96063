import type { CacheKind } from './kept-caches.ts'

/**
 * The service worker's message that the storage is full, with the kinds of caches that it has deleted because of that.
 */
export type StorageFullMessage = { type: 'full'; dropped: CacheKind[] }

const listeners = new Set<() => void>()
let said: StorageFullMessage | null = null

export const storageFullStore = {
  get: () => said,
  /** Adds the kinds that were dropped now to those that were dropped before. */
  add(message: StorageFullMessage) {
    said = { ...message, dropped: [...new Set([...(said?.dropped ?? []), ...message.dropped])] }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
