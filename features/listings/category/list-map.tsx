import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { LazyMapPane } from '#features/map/map-slot.tsx'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { excludeShownCards, onPagesStored, storedPages } from './stored-pages.ts'
import type { Listing } from './listing-loader.ts'
import { nothingFoundText } from './nothing-found.tsx'
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
  const unit = useDistanceUnit()
  const more = useSyncExternalStore(
    onPagesStored,
    () => storedPages(entry)[list],
    () => undefined,
  )
  const begun = listing[list]
  const cards = useMemo(() => {
    return [...begun, ...excludeShownCards(begun, more?.cards ?? [])]
  }, [begun, more])
  return (
    <LazyMapPane
      cards={cards}
      from={listing.from}
      more={(more ? more.cursor : listing[`${list}Cursor`]) !== null}
      asked={point && { point, miles: distanceMiles }}
      busy={asking.busy}
      nothing={cards.length === 0 ? nothingFoundText(listing, unit) : null}
      list={asking.addressOf({}, { map: false })}
      onSearch={asking.searchHere}
    />
  )
}
