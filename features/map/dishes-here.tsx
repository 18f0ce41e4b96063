import { X } from 'lucide-react'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { IconButton } from '#platform/web/ui/button.tsx'
import type { MapCard } from './map-pane.tsx'

type Props = { dishes: { card: MapCard; place: number }[]; onClose(): void }

/** Shows the dishes that were chosen on the map: a single dish, or all dishes in one place. */
export function SelectedMapDishes({ dishes, onClose }: Props) {
  const unit = useDistanceUnit()
  const factsOf = ({ restaurantName, distanceMiles }: MapCard) =>
    [restaurantName, distanceMiles !== null && formatDistanceAway(distanceMiles, unit)]
      .filter(Boolean)
      .join(' · ')
  return (
    <div className="map-here">
      <IconButton label="Close" icon={<X />} onClick={onClose} />
      <ul>
        {dishes.map(({ card, place }) => (
          <li key={card.id} className="map-dish">
            {place}. <Link to={`/dish/${card.id}`}>{card.itemName}</Link>
            <small>{factsOf(card)}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
