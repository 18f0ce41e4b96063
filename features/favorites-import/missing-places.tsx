import { useState } from 'react'
import type { ChosenCity } from '#features/places/chosen.ts'
import type { MissingRestaurant } from '#features/yolos/wizard/draft.ts'
import { MissingRestaurantForm } from '#features/yolos/wizard/missing-restaurant.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { List } from '#platform/web/ui/page/layout.tsx'
import css from './bring.module.css'
import {
  type BroughtPlace,
  changePlace,
  type ChosenRestaurant,
  useCityOfPlaces,
} from './progress.ts'

const atATime = 20

type Adding = { brought: BroughtPlace; missing: MissingRestaurant }

/** Places for which no restaurant was found. Each can be added as a new restaurant, or skipped. */
export function MissingPlaces({ places }: { places: readonly BroughtPlace[] }) {
  const [shown, setShown] = useState(atATime)
  // The wizard's draft is another favorite's, so the form for a place isn't kept there.
  const [adding, setAdding] = useState<Adding | null>(null)
  const chosen = useCityOfPlaces()
  const toast = useToast()
  if (places.length === 0 && !adding) return null
  const cityOf = ({ place }: BroughtPlace): ChosenCity | null => {
    const { latitude, longitude, city, name } = place
    if (latitude === null || longitude === null) return chosen
    return { latitude, longitude, name: city || name }
  }
  const add = (brought: BroughtPlace) => {
    const { name, address, latitude, longitude } = brought.place
    const isPlaced = latitude !== null && longitude !== null
    const pin = isPlaced ? { latitude, longitude, name, fromFile: true } : null
    setAdding({ brought, missing: { name, address, pin, placeId: '' } })
  }
  const added = (restaurant: ChosenRestaurant) => {
    if (!adding) return
    const candidate = { ...restaurant, distanceMiles: 0, cuisines: [], dishes: [] }
    changePlace(adding.brought.id, {
      match: { sure: 'sure', unplaced: false, candidates: [candidate] },
    })
    setAdding(null)
    // Its row is far above, among those that were found.
    toast(`${restaurant.name} is added, and stands above. What did you have there?`)
  }
  const city = adding && cityOf(adding.brought)
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
              {brought.place.note && (
                <span className={css.quiet}> You wrote: “{brought.place.note}”</span>
              )}
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
        <MissingRestaurantForm
          open
          city={city}
          missing={adding.missing}
          onType={(missing) => setAdding({ ...adding, missing })}
          onClose={() => setAdding(null)}
          onAdded={added}
        />
      )}
    </DisclosurePanel>
  )
}
