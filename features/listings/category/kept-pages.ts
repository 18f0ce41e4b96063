import type { ListedCard } from '#features/items/contract.ts'

/**
 * The cards that 'Load more' loaded. They are stored per history entry, so that 'back' shows the list as long as it
 * was.
 */
export type More = { cards: ListedCard[]; cursor: string | null }
export type Pages = { nearBy?: More; top?: More }

/** Returns the cards of `more` that aren't shown yet, each once. A dish that moved meanwhile can be on two pages. */
export function beyond(shown: ListedCard[], more: ListedCard[]): ListedCard[] {
  const known = new Set(shown.map(({ id }) => id))
  return more.filter(({ id }) => !known.has(id) && known.add(id))
}

const kept = new Map<string, Pages>()
const maxPages = 20
const listeners = new Set<() => void>()

export const pagesKept = (entry: string): Pages => kept.get(entry) ?? {}

export function keepPages(entry: string, pages: Pages) {
  kept.delete(entry)
  kept.set(entry, pages)
  const [oldest] = kept.keys()
  if (kept.size > maxPages && oldest !== undefined) kept.delete(oldest)
  for (const listener of listeners) listener()
}

export function onPagesKept(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
