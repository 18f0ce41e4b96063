import { useState } from 'react'
import { useLocation } from 'react-router'
import { layoutOf } from '#features/items/dish-card.tsx'
import { useMarkedCards } from '#features/items/use-marks.ts'
import { EditableDishCard } from '#features/yolos/own-dish.tsx'
import { useHydrated } from '#platform/web/storage/stored.ts'
import { MoreLink } from '#platform/web/ui/list/pager.tsx'
import { loadPagesAgain } from '#platform/web/ui/list/use-more-pages.ts'
import { useFocusOnFirstAdded } from '#platform/web/ui/list/use-added.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import {
  excludeShownCards,
  storePages,
  type LoadedMore,
  storedPages,
} from './category/stored-pages.ts'
import { nextPageInput, type Listing } from './category/listing-loader.ts'
import styles from './category/lists.module.css'
import type { ListingQueryControls } from './category/use-question.ts'

type Props = {
  listing: Listing
  asking: ListingQueryControls
  list: 'nearBy' | 'top'
  label: string
  /** Number of dishes at the top of the list that are shown large. */
  large: number
  /** True if the list's first photo is the first one on the page. */
  first?: boolean
}

/**
 * One ranked list with the pages loaded so far. Its `key` is the history entry, so each question starts with a new
 * list.
 */
export function DishList({ listing, asking, list, label, large, first }: Props) {
  const { from } = listing
  const entry = useLocation().key
  const [more, setMore] = useState(() => storedPages(entry)[list])
  const { load, busy, error } = useLoad('GET /yolos')
  const [said, setSaid] = useState('')
  const [reloads, setReloads] = useState(0)
  const added = useFocusOnFirstAdded()
  const hydrated = useHydrated()
  // Cards are laid out lazily only in a page that the server rendered. Lists that the router loads are laid out at
  // once, because 'back' must restore the scroll position.
  const [lazy] = useState(!hydrated)

  // Stored pages may show outdated marks (the viewer's votes, own yolos and reports), so these are fetched again.
  const begun = listing[list]
  const loaded = excludeShownCards(begun, more?.cards ?? [])
  const cards = useMarkedCards(
    [
      { cards: begun, viewer: listing.viewer },
      { cards: loaded, viewer: null },
    ],
    reloads,
  )
  const cursor = more ? more.cursor : listing[`${list}Cursor`]

  const show = (next: LoadedMore) => {
    setMore(next)
    storePages(entry, { ...storedPages(entry), [list]: next })
  }

  const loadMore = async () => {
    if (busy || !cursor) return
    const { data: answer } = await load(nextPageInput(listing, list, cursor))
    if (!answer) return
    const cards = excludeShownCards([...begun, ...loaded], answer[list])
    show({ cards: [...loaded, ...cards], cursor: answer[`${list}Cursor`] })
    added.setFirst(cards[0]?.id ?? null)
    setSaid(`${cards.length} more`)
  }

  /** After a change, reloads the pages that 'Load more' has loaded. */
  const reload = async () => {
    if (!more) return
    const { cards } = more
    const again = await loadPagesAgain(listing[`${list}Cursor`], cards.length, async (cursor) => {
      const { data: answer } = await load(nextPageInput(listing, list, cursor))
      return answer ? { entries: answer[list], next: answer[`${list}Cursor`] } : null
    })
    if (!again) return
    show({ cards: again.entries, cursor: again.next })
    setReloads((count) => count + 1)
  }

  return (
    <>
      <ol className={styles.list} aria-label={label} start={from ? from + 1 : undefined}>
        {cards.map((card, index) => (
          <li
            key={card.id}
            {...added.propsOf(card.id)}
            className={lazy ? styles.lazy : styles.dish}
          >
            <EditableDishCard
              card={card}
              place={from + index + 1}
              layout={layoutOf(from + index, large)}
              first={first && index === 0}
              onReload={() => void reload()}
            />
          </li>
        ))}
      </ol>
      {cursor && (
        <MoreLink
          to={asking.addressOf({}, { page: { list, cursor, from: from + cards.length } })}
          busy={busy}
          onMore={() => void loadMore()}
        />
      )}
      <p role="alert" className={styles.error}>
        {error?.message}
      </p>
      <output className="visually-hidden">{said}</output>
    </>
  )
}
