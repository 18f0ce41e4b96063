import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { expandCard } from '#features/items/listed-card.ts'
import { LazyMapPane } from '#features/map/map-slot.tsx'
import { excludeShownCards, onPagesStored, storedPages } from './stored-pages.ts'
import type { Listing } from './listing-loader.ts'
import type { ListingQueryControls } from './use-question.ts'

/** A map of the ranked dishes in the list, as far as the list has been loaded. */
export default function ListMap({
  listing,
  asking,
}: {
  listing: Listing
  asking: ListingQueryControls
}) {
  const { point, distanceMiles } = listing.question
  const list = point ? 'nearBy' : 'top'
  const entry = useLocation().key
  const more = useSyncExternalStore(
    onPagesStored,
    () => storedPages(entry)[list],
    () => undefined,
  )
  const begun = listing[list]
  const cards = useMemo(() => {
    return [...begun, ...excludeShownCards(begun, more?.cards ?? [])].map(expandCard)
  }, [begun, more])
  return (
    <LazyMapPane
      cards={cards}
      from={listing.from}
      more={(more ? more.cursor : listing[`${list}Cursor`]) !== null}
      asked={point && { point, miles: distanceMiles }}
      busy={asking.busy}
      list={asking.addressOf({}, { map: false })}
      onSearch={asking.searchHere}
    />
  )
}
