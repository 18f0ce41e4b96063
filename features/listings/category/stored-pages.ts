import type { Card } from '#features/items/contract.ts'

/**
 * The cards that 'Load more' loaded. They are stored per history entry, so that 'back' shows the list as long as it
 * was.
 */
export type LoadedMore = { cards: Card[]; cursor: string | null }
export type LoadedPages = { nearBy?: LoadedMore; top?: LoadedMore }

/** Returns the cards of `more` that aren't shown yet, each once. A dish that moved meanwhile can be on two pages. */
export function excludeShownCards(shown: Card[], more: Card[]): Card[] {
  const known = new Set(shown.map(({ id }) => id))
  return more.filter(({ id }) => !known.has(id) && known.add(id))
}

const kept = new Map<string, LoadedPages>()
const maxPages = 20
const listeners = new Set<() => void>()

export const storedPages = (entry: string): LoadedPages => kept.get(entry) ?? {}

export function storePages(entry: string, pages: LoadedPages) {
  kept.delete(entry)
  kept.set(entry, pages)
  const [oldest] = kept.keys()
  if (kept.size > maxPages && oldest !== undefined) kept.delete(oldest)
  for (const listener of listeners) listener()
}

export function onPagesStored(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
