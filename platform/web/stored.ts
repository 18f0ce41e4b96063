import { useSyncExternalStore } from 'react'

/** A value kept in the browser's storage, shared by all tabs. On the server, and while hydrating, it is the fallback. */
export type Stored<T> = {
  get(): T
  set(value: T): void
  remove(): void
  subscribe(listener: () => void): () => void
  fallback: T
}

/** `read` gives what the stored JSON stands for, or undefined when it can't be used. */
export function stored<T>(
  key: string,
  fallback: T,
  read: (json: unknown) => T | undefined,
  /** What is written of a value, where it isn't the value itself. */
  shown: (value: T) => unknown = (value) => value,
): Stored<T> {
  const listeners = new Set<() => void>()
  // Where storage is full or forbidden the value lives as long as the page.
  let kept: string | null = null
  let seen: { text: string | null; value: T } = { text: null, value: fallback }

  const text = () => {
    try {
      return kept ?? localStorage.getItem(key)
    } catch {
      return kept
    }
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const write = (next: string | null) => {
    kept = next
    try {
      if (next === null) localStorage.removeItem(key)
      else {
        localStorage.setItem(key, next)
        kept = null
      }
    } catch {
      // `kept` has it
    }
    tell()
  }
  const follow = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    // Another tab had more room.
    kept = null
    tell()
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
  if (text === null) return undefined
  try {
    return read(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const useStored = <T>(store: Stored<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.fallback)

const never = () => () => {}

/** False on the server and in the first render of the browser, which must look the same. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
