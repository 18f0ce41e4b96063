import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { chosenCity, type ChosenCity } from '#features/places/chosen.ts'
import type * as places from '#features/places/contract.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import {
  changeDraft,
  chooseRestaurant,
  type ChosenRestaurant,
  emptyDraft,
  useDraft,
} from '../draft.ts'
import { MissingRestaurantForm } from '../missing-restaurant.tsx'
import { NearbyRestaurants } from '../nearby-restaurants.tsx'
import { ChangeCityButton } from './step-city.tsx'
import css from '../wizard.module.css'
import { ChoiceText, NextButton, useSteps, WizardStep } from '../wizard.tsx'

type Suggested = Pick<places.RestaurantPlace, 'id' | 'name' | 'address'> &
  Partial<places.RestaurantPlace>

/**
 * Returns an id for one search, from the first keystroke to the choice, for providers that bill per search session. It
 * isn't a secret, so `Math.random` is good enough.
 */
const newSession = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`

export function RestaurantStep() {
  const chosen = useStored(chosenCity)
  const { around } = useDraft()
  const place = around ?? chosen
  return place && <RestaurantSearch place={place} />
}

function RestaurantSearch({ place }: { place: ChosenCity }) {
  const { restaurant } = useDraft()
  const { next } = useSteps()
  const unit = useDistanceUnit()
  const [adding, setAdding] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // Increasing this remounts the field, so that it shows a restaurant that was chosen otherwise.
  const [round, setRound] = useState(0)
  const { find, detailsOf, typed } = usePlaceSearch(place)

  const choose = async (found: Suggested | null) => {
    const isShown = found?.id === restaurant?.placeId
    const isProviders = found?.restaurantId === null && !isShown
    const isUsable = !found || isShown || isProviders || isWhole(found)
    setError(isUsable ? null : 'Error!')
    if (!found || !isUsable) return chooseRestaurant(null)
    if (!isProviders)
      return chooseRestaurant({ placeId: found.id, name: found.name, address: found.address })
    // It isn't in our database, so the form opens, filled with the provider's details to confirm.
    chooseRestaurant(null)
    changeDraft({ missing: await detailsOf(found) })
    setAdding(true)
  }
  const chooseOther = (other: ChosenRestaurant) => {
    chooseRestaurant(other)
    setError(null)
    setRound(round + 1)
  }
  return (
    <WizardStep title="Which restaurant?" next={restaurant && <NextButton onClick={next} />}>
      <NearbyRestaurants
        onChoose={(chosen) => {
          chooseOther(chosen)
          next()
        }}
      />
      <Row>
        <p className={css.place}>{place.name}</p>
        <ChangeCityButton />
      </Row>
      <Combobox<Suggested>
        key={`${round} ${place.name}`}
        label="Restaurant name"
        hint={`Within ${distanceInWords(50, unit)} of ${place.name}`}
        error={error}
        icon={<Search />}
        load={find}
        onEdit={() => setError(null)}
        itemToString={({ name }) => name}
        itemToKey={({ id }) => id}
        renderItem={({ name, address }) => <ChoiceText name={name}>{address}</ChoiceText>}
        initial={restaurant && { ...restaurant, id: restaurant.placeId }}
        inline
        onSelect={(found) => void choose(found)}
      />
      {restaurant && (
        <Panel tone="basil">
          <p className={css.place}>{restaurant.name}</p>
          <p>{restaurant.address}</p>
        </Panel>
      )}
      <AddMissing
        place={place}
        open={adding}
        onOpen={setAdding}
        typed={() => (restaurant ? '' : typed.current)}
        onAdded={chooseOther}
      />
    </WizardStep>
  )
}

type AddProps = {
  place: ChosenCity
  open: boolean
  onOpen: (open: boolean) => void
  /** Returns what was typed in the search. */
  typed: () => string
  onAdded: (restaurant: ChosenRestaurant) => void
}

/** Opens the form that adds a missing restaurant. What is typed there is in the draft, so that it survives a log-in. */
function AddMissing({ place, open, onOpen, typed, onAdded }: AddProps) {
  const { missing } = useDraft()
  return (
    <div>
      <Button
        variant="quiet"
        onClick={() => {
          changeDraft({ missing: { ...missing, name: missing.name || typed() } })
          onOpen(true)
        }}
      >
        Add a missing restaurant
      </Button>
      <MissingRestaurantForm
        open={open}
        city={place}
        missing={missing}
        onType={(typing) => changeDraft({ missing: typing })}
        onClose={() => onOpen(false)}
        onAdded={({ placeId, name, address }) => {
          changeDraft({ missing: emptyDraft.missing })
          onAdded({ placeId, name, address })
          onOpen(false)
        }}
      />
    </div>
  )
}

const isWhole = ({ id, name, address, latitude, longitude }: Suggested) =>
  Boolean(id && name && address && Number.isFinite(latitude) && Number.isFinite(longitude))

/** Finds restaurants near a place by name, and the provider's details of one that isn't in our database. */
function usePlaceSearch({ latitude, longitude }: ChosenCity) {
  const typed = useRef('')
  const session = useRef('')
  const { load } = useLoad('GET /places/restaurants')
  const { load: lookUp } = useLoad('GET /places/:id')
  const find = (q: string) => {
    typed.current = q
    session.current ||= newSession()
    return load({ q, latitude, longitude, session: session.current })
  }
  const detailsOf = async (found: Suggested) => {
    const { id, name, address } = found
    const { data } = await lookUp({ id, session: session.current })
    session.current = ''
    return { name: data?.name ?? name, address: data?.address || address, pin: null }
  }
  return { find, detailsOf, typed }
}
