import { useCallback, useState } from 'react'
import { layoutOf } from '#features/items/dish-card.tsx'
import { useMarkedCards } from '#features/items/use-marks.ts'
import { EditableDishCard } from '#features/yolos/own-dish.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import { useHydrated } from '#platform/web/hydrated.tsx'
import { MoreLink } from '#platform/web/ui/list/pager.tsx'
import { useFocusOnFirstAdded } from '#platform/web/ui/list/use-more-pages.ts'
import type { Listing } from './category/listing-loader.ts'
import styles from './category/lists.module.css'
import { excludeShownCards } from './category/loaded-more.ts'
import type { ListingQueryControls } from './category/use-question.ts'
import { listYolosInput } from './question.ts'

type Props = {
  listing: Listing
  controls: ListingQueryControls
  list: 'nearBy' | 'top'
  label: string
  /** Number of dishes at the top of the list that are shown large. */
  large: number
  /** True if the list's first photo is the first one on the page. */
  first?: boolean
}

/** One ranked list with the pages loaded so far. */
export function DishList({ listing, controls, list, label, large, first }: Props) {
  const { category, question, from, viewer } = listing
  const { lists, store } = controls.loaded
  const more = lists[list]
  const { load, busy, error } = useLoad('GET /yolos')
  const [said, setSaid] = useState('')
  const [version, setVersion] = useState(0)
  const reload = useCallback(() => setVersion((before) => before + 1), [])
  const added = useFocusOnFirstAdded()
  const hydrated = useHydrated()
  // Cards are laid out lazily only in a page that the server rendered. Lists that the router loads are laid out at
  // once, because 'back' must restore the scroll position.
  const [lazy] = useState(!hydrated)

  const begun = listing[list]
  const loaded = excludeShownCards(begun, more?.cards ?? [])
  // Stored cards may show outdated marks, so these are fetched again.
  const cards = useMarkedCards(
    [
      { cards: begun, viewer },
      { cards: loaded, viewer: null },
    ],
    version,
  )
  const cursor = more ? more.cursor : listing[`${list}Cursor`]

  const loadMore = async () => {
    if (busy || !cursor) return
    const { data: answer } = await load({ ...listYolosInput(category, question), list, cursor })
    if (!answer) return
    const cards = excludeShownCards([...begun, ...loaded], answer[list])
    store(list, { cards: [...loaded, ...cards], cursor: answer[`${list}Cursor`] })
    added.setFirst(cards[0]?.id ?? null)
    setSaid(`${cards.length} more`)
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
              onReload={reload}
            />
          </li>
        ))}
      </ol>
      {cursor && (
        <MoreLink
          to={controls.addressOf({}, { page: { list, cursor, from: from + cards.length } })}
          busy={busy}
          onMore={() => void loadMore()}
        />
      )}
      <p role="alert" className="problem">
        {error?.message}
      </p>
      <output className="visually-hidden">{said}</output>
    </>
  )
}
