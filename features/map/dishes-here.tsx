import { X } from 'lucide-react'
import { DishPhoto } from '#features/items/dish-photo.tsx'
import type { Card } from '#features/items/contract.ts'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { IconButton } from '#platform/web/ui/button.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import type { MapCard } from './map-pane.tsx'

type Props = { dishes: { card: MapCard; place: number }[]; onClose(): void }

/** Shows the dishes that were chosen on the map: a single dish, or all dishes in one place. */
export function SelectedMapDishes({ dishes, onClose }: Props) {
  const unit = useDistanceUnit()
  return (
    <div className="map-here" data-many={dishes.length > 1 || undefined}>
      <div className="map-here-close">
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </div>
      <ul>
        {dishes.map(({ card, place }) => (
          <li key={card.id} className="map-dish">
            <div className="map-dish-photo">
              <DishPhoto card={card as Card} sizes="5rem" />
            </div>
            <Rank place={place} size="small" />
            <p>
              <Link to={`/dish/${card.id}`}>{card.itemName}</Link>
              <span className="map-dish-facts">
                {[
                  card.restaurantName,
                  card.distanceMiles !== null && formatDistanceAway(card.distanceMiles, unit),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
