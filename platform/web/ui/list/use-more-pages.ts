import { useState } from 'react'

/** A page of a list. `next` is the cursor or number of the next page, or null at the end. */
type ListPage<T, C> = { entries: T[]; next: C | null }

/** For a list that loads more entries. Moves the keyboard's focus to the first new entry. */
export function useFocusOnFirstAdded() {
  const [first, setFirst] = useState<number | null>(null)
  const propsOf = (id: number) => (id === first ? { ref: focus, tabIndex: -1 } : {})
  return { setFirst, propsOf }
}

const focus = (item: HTMLLIElement | null) => item?.focus({ preventScroll: true })

/**
 * A list whose further pages 'Load more' adds. It begins again when the page's data, and with it the first page, is
 * loaded again. `loadPage` returns null if it fails.
 */
export function useMorePages<T extends { id: number }, C>(
  first: ListPage<T, C>,
  loadPage: (next: C) => Promise<ListPage<T, C> | null>,
) {
  const [more, setMore] = useState({ of: first.entries, entries: [] as T[], next: first.next })
  const { setFirst, propsOf } = useFocusOnFirstAdded()
  const { entries, next } = more.of === first.entries ? more : { entries: [], next: first.next }
  // Entries may have moved meanwhile, so one can be on two pages.
  const known = new Set(first.entries.map(({ id }) => id))
  const added = entries.filter(({ id }) => !known.has(id) && known.add(id))
  const loadMore = async () => {
    const page = next === null ? null : await loadPage(next)
    if (!page) return
    setMore({ of: first.entries, entries: [...entries, ...page.entries], next: page.next })
    setFirst(page.entries.find(({ id }) => !known.has(id))?.id ?? null)
  }
  return { entries: [...first.entries, ...added], added, next, loadMore, propsOf }
}
