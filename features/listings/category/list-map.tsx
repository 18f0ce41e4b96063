import { LazyMapPane } from '#features/map/map-slot.tsx'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import type { Listing } from './listing-loader.ts'
import { excludeShownCards } from './loaded-more.ts'
import { nothingFoundText } from './nothing-found.tsx'
import type { ListingQueryControls } from './use-question.ts'

type Props = { listing: Listing; controls: ListingQueryControls }

/** A map of the ranked dishes in the list, as far as the list has been loaded. */
export default function ListMap({ listing, controls }: Props) {
  const { point, distanceMiles } = listing.question
  const list = point ? 'nearBy' : 'top'
  const unit = useDistanceUnit()
  const more = controls.loaded.lists[list]
  const begun = listing[list]
  const cards = [...begun, ...excludeShownCards(begun, more?.cards ?? [])]
  return (
    <LazyMapPane
      cards={cards}
      from={listing.from}
      more={(more ? more.cursor : listing[`${list}Cursor`]) !== null}
      area={point && { point, miles: distanceMiles }}
      busy={controls.busy}
      nothing={cards.length === 0 ? nothingFoundText(listing, unit) : null}
      list={controls.addressOf({}, { map: false })}
      onSearch={controls.searchHere}
    />
  )
}
