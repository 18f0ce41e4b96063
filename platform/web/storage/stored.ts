import { useSyncExternalStore } from 'react'

/** A value in the browser's storage. On the server and during hydration it is `fallback`. */
export type StoredValue<T> = {
  get(): T
  set(value: T): void
  remove(): void
  subscribe(listener: () => void): () => void
  fallback: T
}

type Options<T> = {
  /** Returns what is stored for a value, if that isn't the value itself. */
  write?: (value: T) => unknown
  /** The storage. By default the one that all tabs share. */
  storage?: () => Storage
}

/** `read` returns the value that the stored JSON represents, or undefined if it isn't usable. */
export function storedValue<T>(
  key: string,
  fallback: T,
  read: (json: unknown) => T | undefined,
  { write = (value) => value, storage = () => localStorage }: Options<T> = {},
): StoredValue<T> {
  const listeners = new Set<() => void>()
  // The value's JSON if storage is full or forbidden. It lasts as long as the page.
  let unstored: string | null = null
  let seen: { text: string | null; value: T } = { text: null, value: fallback }

  const change = (text: string | null) => {
    unstored = null
    try {
      if (text === null) storage().removeItem(key)
      else storage().setItem(key, text)
    } catch {
      unstored = text
    }
    for (const listener of listeners) listener()
  }
  const follow = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    unstored = null
    for (const listener of listeners) listener()
  }

  return {
    fallback,
    get() {
      const text = unstored ?? orNull(() => storage().getItem(key))
      const value = () => (text === null ? null : read(JSON.parse(text)))
      if (text !== seen.text) seen = { text, value: orNull(value) ?? fallback }
      return seen.value
    },
    set: (value) => change(JSON.stringify(write(value))),
    remove: () => change(null),
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', follow)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', follow)
      }
    },
  }
}

/** Returns the result, or null if the storage is forbidden or its text isn't valid. */
function orNull<T>(get: () => T): T | null {
  try {
    return get()
  } catch {
    return null
  }
}

export const useStored = <T>(store: StoredValue<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.fallback)
