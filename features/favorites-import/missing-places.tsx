import { useState } from 'react'
import type { ChosenCity } from '#features/places/chosen.ts'
import type { MissingRestaurant } from '#features/yolos/wizard/draft.ts'
import { MissingRestaurantForm } from '#features/yolos/wizard/missing-restaurant.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useUnsaved } from '#platform/web/unsaved.ts'
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

/** Returns what the file says of a place, as the form for a missing restaurant begins with it. */
function toMissing({ place }: BroughtPlace): MissingRestaurant {
  const { name, address, latitude, longitude } = place
  const isPlaced = latitude !== null && longitude !== null
  const pin = isPlaced ? { latitude, longitude, name, fromFile: true } : null
  return { name, address, pin, placeId: '' }
}

/** Places for which no restaurant was found. Each can be added as a new restaurant, or skipped. */
export function MissingPlaces({ places }: { places: readonly BroughtPlace[] }) {
  const [shown, setShown] = useState(atATime)
  // The wizard's draft is another favorite's, so the form for a place isn't kept there.
  const [adding, setAdding] = useState<BroughtPlace | null>(null)
  // What was typed for each place stays when the form is closed.
  const [typed, setTyped] = useState<ReadonlyMap<number, MissingRestaurant>>(new Map())
  useUnsaved(() => places.some(({ id }) => typed.has(id)))
  const chosen = useCityOfPlaces()
  const toast = useToast()
  if (places.length === 0 && !adding) return null
  const cityOf = ({ place }: BroughtPlace): ChosenCity | null => {
    const { latitude, longitude, city, name } = place
    if (latitude === null || longitude === null) return chosen
    return { latitude, longitude, name: city || name }
  }
  const added = (restaurant: ChosenRestaurant) => {
    if (!adding) return
    const candidate = { ...restaurant, distanceMiles: 0, cuisines: [], dishes: [] }
    changePlace(adding.id, {
      match: { sure: 'sure', unplaced: false, candidates: [candidate] },
    })
    setAdding(null)
    // Its row is far above, among those that were found.
    toast(`${restaurant.name} is added, and stands above. What did you have there?`)
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
              {brought.place.note && (
                <span className={css.quiet}> You wrote: “{brought.place.note}”</span>
              )}
            </p>
            <div className={css.actions}>
              {cityOf(brought) && (
                <Button size="small" variant="secondary" onClick={() => setAdding(brought)}>
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
          missing={typed.get(adding.id) ?? toMissing(adding)}
          onType={(missing) => setTyped(new Map(typed).set(adding.id, missing))}
          onClose={() => setAdding(null)}
          onAdded={added}
        />
      )}
    </DisclosurePanel>
  )
}
