import { useSyncExternalStore } from 'react'

/** A value in the browser's storage, shared by all tabs. On the server and during hydration it is `fallback`. */
export type StoredValue<T> = {
  get(): T
  set(value: T): void
  remove(): void
  subscribe(listener: () => void): () => void
  fallback: T
}

/** `read` returns the value that the stored JSON represents, or undefined if it isn't usable. */
export function storedValue<T>(
  key: string,
  fallback: T,
  read: (json: unknown) => T | undefined,
  /** Returns what is stored for a value, if that isn't the value itself. */
  shown: (value: T) => unknown = (value) => value,
): StoredValue<T> {
  const listeners = new Set<() => void>()
  // The value's JSON if storage is full or forbidden. It lasts as long as the page.
  let unstored: string | null = null
  let seen: { text: string | null; value: T } = { text: null, value: fallback }

  const text = () => {
    try {
      return unstored ?? localStorage.getItem(key)
    } catch {
      return unstored
    }
  }
  const write = (next: string | null) => {
    unstored = next
    try {
      if (next === null) localStorage.removeItem(key)
      else localStorage.setItem(key, next)
      unstored = null
    } catch {
      // `unstored` contains the value.
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
      const now = text()
      if (now !== seen.text) seen = { text: now, value: parse(now, read) ?? fallback }
      return seen.value
    },
    set: (value) => write(JSON.stringify(shown(value))),
    remove: () => write(null),
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

function parse<T>(text: string | null, read: (json: unknown) => T | undefined): T | undefined {
  try {
    return text === null ? undefined : read(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const useStored = <T>(store: StoredValue<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.fallback)

const never = () => () => {}

/** Returns false on the server and in the browser's first render, because both must produce the same HTML. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
