import type { Keeper } from './kept-caches.ts'
import { keepCity } from './kept-cities-store.ts'

// Cities that are being kept on this device. That goes on while the member looks at other pages.

type Progress = { done: number; all: number }
type Running = { progress: Progress; stop: () => void }

const running = new Map<string, Running>()
const listeners = new Set<() => void>()

function setRunning(slug: string, now: Running | null): void {
  if (now) running.set(slug, now)
  else running.delete(slug)
  for (const listener of listeners) listener()
}

export function subscribeToKeeping(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns how many of a city's files are kept so far, or null if the city isn't being kept now. */
export const keepingProgress = (slug: string): Progress | null =>
  running.get(slug)?.progress ?? null

export const stopKeeping = (slug: string): void => running.get(slug)?.stop()

/** Keeps a city on this device. Returns false if `stopKeeping` was called; throws if it fails. */
export async function startKeeping(
  keeper: Keeper,
  city: { slug: string; name: string },
): Promise<boolean> {
  const { slug } = city
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const show = (done: number, all: number) => setRunning(slug, { progress: { done, all }, stop })
  show(0, 14)
  try {
    await keepCity(keeper, city, show, stopping.signal)
    return true
  } catch (error) {
    if (stopping.signal.aborted) return false
    throw error
  } finally {
    setRunning(slug, null)
  }
}
