import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ShownCard } from '#features/items/contract.ts'
import { useHydrated } from '#platform/web/hydrated.tsx'

/** The cards that 'Load more' has added to a list, and the cursor of the next page. */
export type LoadedMore = { cards: ShownCard[]; cursor: string | null }
type Lists = Partial<Record<'nearBy' | 'top', LoadedMore>>

const nameOf = (entry: string) => `loaded-more ${entry}`

function read(entry: string): Lists {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(entry)) ?? '{}') as Lists
  } catch {
    return {}
  }
}

/** Returns what 'Load more' has added to the lists of this history entry, so that 'back' shows them as long as they were. */
export function useLoadedMore() {
  const { key: entry } = useLocation()
  const hydrated = useHydrated()
  const [shown, setShown] = useState(() => ({ entry, lists: hydrated ? read(entry) : {} }))
  if (shown.entry !== entry) setShown({ entry, lists: read(entry) })
  const store = (list: 'nearBy' | 'top', more: LoadedMore) => {
    const lists = { ...shown.lists, [list]: more }
    setShown({ entry, lists })
    try {
      sessionStorage.setItem(nameOf(entry), JSON.stringify(lists))
    } catch {
      // Without room, 'back' shows the first page.
    }
  }
  return { lists: shown.entry === entry ? shown.lists : {}, store }
}

/** Returns the cards of `more` that aren't shown yet, each once. A dish that moved meanwhile can be on two pages. */
export function excludeShownCards(shown: ShownCard[], more: ShownCard[]): ShownCard[] {
  const known = new Set(shown.map(({ id }) => id))
  return more.filter(({ id }) => !known.has(id) && known.add(id))
}
