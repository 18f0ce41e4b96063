import { useState } from 'react'
import { chosenCity, type ChosenCity } from '#features/places/chosen.ts'
import { changeDraft } from '#features/yolos/wizard/draft.ts'
import { MissingRestaurantForm } from '#features/yolos/wizard/missing-restaurant.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { useStored } from '#platform/web/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { List } from '#platform/web/ui/page/layout.tsx'
import css from './bring.module.css'
import { type BroughtPlace, changePlace, type ChosenRestaurant } from './progress.ts'

const atATime = 20

/** Places for which no restaurant was found. Each can be added as a new restaurant, or skipped. */
export function MissingPlaces({ places }: { places: readonly BroughtPlace[] }) {
  const [shown, setShown] = useState(atATime)
  const [adding, setAdding] = useState<BroughtPlace | null>(null)
  const chosen = useStored(chosenCity)
  if (places.length === 0 && !adding) return null
  const cityOf = ({ place }: BroughtPlace): ChosenCity | null => {
    const { latitude, longitude, city, name } = place
    if (latitude === null || longitude === null) return chosen
    return { latitude, longitude, name: city || name }
  }
  const add = (brought: BroughtPlace) => {
    const { name, address, latitude, longitude } = brought.place
    const isPlaced = latitude !== null && longitude !== null
    const pin = isPlaced ? { latitude, longitude, name, given: true } : null
    changeDraft({ missing: { name, address, pin, placeId: '' } })
    setAdding(brought)
  }
  const added = (restaurant: ChosenRestaurant) => {
    if (!adding) return
    const candidate = { ...restaurant, distanceMiles: 0, cuisines: [], dishes: [] }
    changePlace(adding.id, { match: { sure: 'sure', candidates: [candidate] } })
    setAdding(null)
  }
  const city = adding && cityOf(adding)
  return (
    <DisclosurePanel summary={`Not found here: ${countWithNoun(places.length, 'place')}`}>
      <p className={css.quiet}>
        They aren’t on our map, or aren’t places to eat. Add those that are missing, and leave the
        others.
      </p>
      <List>
        {places.slice(0, shown).map((brought) => (
          <li key={brought.id} className={css.missed}>
            <p className={css.what}>
              <strong>{brought.place.name}</strong>
              {brought.place.address && <span className={css.quiet}> {brought.place.address}</span>}
            </p>
            <div className={css.actions}>
              {cityOf(brought) && (
                <Button size="small" variant="secondary" onClick={() => add(brought)}>
                  Add this restaurant
                  <span className="visually-hidden"> {brought.place.name}</span>
                </Button>
              )}
              <Button
                size="small"
                variant="quiet"
                onClick={() => changePlace(brought.id, { state: 'left' })}
              >
                Leave it<span className="visually-hidden"> {brought.place.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </List>
      {places.length > shown && (
        <Button variant="secondary" size="small" onClick={() => setShown(shown + atATime)}>
          Show more
        </Button>
      )}
      {city && (
        <MissingRestaurantForm open city={city} onClose={() => setAdding(null)} onAdded={added} />
      )}
    </DisclosurePanel>
  )
}
