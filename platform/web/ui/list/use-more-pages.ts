import { useEffect, useRef, useState } from 'react'
import { useFocusOnFirstAdded } from './use-added.ts'

/** A page of a list. `next` is the cursor or number of the next page, or null at the end. */
export type ListPage<T, C> = { entries: T[]; next: C | null }
/** Loads a page. Returns null if that fails. */
type LoadPage<T, C> = (next: C) => Promise<ListPage<T, C> | null>

/**
 * Loads the pages from `next` on again, until there are as many entries as there were. Returns null if a page can't be
 * loaded.
 */
export async function loadPagesAgain<T, C>(
  next: C | null,
  count: number,
  loadPage: LoadPage<T, C>,
): Promise<ListPage<T, C> | null> {
  const again: ListPage<T, C> = { entries: [], next }
  while (again.next !== null && again.entries.length < count) {
    const page = await loadPage(again.next)
    if (!page) return null
    again.entries.push(...page.entries)
    again.next = page.next
  }
  return again
}

/**
 * A list whose further pages 'Load more' adds. Whenever the page's data, and with it the first page, is loaded again,
 * the others are too, so that they show what was changed.
 */
export function useMorePages<T extends { id: number }, C>(
  first: ListPage<T, C>,
  loadPage: LoadPage<T, C>,
) {
  const [more, setMore] = useState<ListPage<T, C>>({ entries: [], next: first.next })
  const { setFirst, propsOf } = useFocusOnFirstAdded()
  // Entries may have moved meanwhile, so one can be on two pages.
  const known = new Set(first.entries.map(({ id }) => id))
  const added = more.entries.filter(({ id }) => !known.has(id) && known.add(id))

  const seen = useRef(first.entries)
  useEffect(() => {
    if (seen.current === first.entries) return
    seen.current = first.entries
    void loadPagesAgain(first.next, more.entries.length, loadPage).then(
      (again) => again && setMore(again),
    )
  })

  const loadMore = async () => {
    if (more.next === null) return
    const page = await loadPage(more.next)
    if (!page) return
    setMore({ entries: [...more.entries, ...page.entries], next: page.next })
    setFirst(page.entries.find(({ id }) => !known.has(id))?.id ?? null)
  }
  return { entries: [...first.entries, ...added], added, next: more.next, loadMore, propsOf }
}
