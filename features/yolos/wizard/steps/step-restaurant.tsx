import { type ComponentProps, useRef, useState } from 'react'
import { Search } from 'lucide-react'
import { answerOrKept } from '#features/offline/answer-or-kept.ts'
import { chosenCity, type ChosenCity } from '#features/places/chosen.ts'
import type * as places from '#features/places/contract.ts'
import { keptRestaurants, maxMiles } from '#features/places/kept-places.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { browserIsOffline } from '#platform/web/queue/unreachable.ts'
import { useStored } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import { changeDraft, chooseRestaurant, currentDraft, emptyDraft, useDraft } from '../draft.ts'
import { MissingRestaurantForm } from '../missing-restaurant.tsx'
import { PhotoFirst } from './photo-first.tsx'
import { ChangeCityButton } from './step-city.tsx'
import css from '../wizard.module.css'
import { nameToFind } from '#features/places/shared-place.ts'
import { NextButton, useSteps, WizardStep } from '../wizard.tsx'

type Suggested = Pick<places.RestaurantPlace, 'id' | 'name' | 'address'> &
  Partial<Omit<places.RestaurantPlace, 'distanceMiles'>> & {
    /** True for one of those that this device keeps, whose point may be unknown. */
    kept?: boolean
  }

/**
 * Returns an id for one search, from the first keystroke to the choice, for providers that bill per search session. It
 * isn't a secret, so `Math.random` is good enough.
 */
const newSession = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`

export function RestaurantStep() {
  const chosen = useStored(chosenCity)
  const { around } = useDraft()
  const place = around ?? chosen
  const { from } = useSteps()
  // A draft that is continued at this very step has another field.
  return place && <RestaurantSearch key={from} place={place} />
}

const notKept = 'Not on this device. Keep its name with the button below.'

/** The name that the field begins with. A missing restaurant that was typed without a network may be found now. */
function useNameToFind(): string {
  const { restaurant, wanted, missing } = useDraft()
  const [missed] = useState(missing.name)
  return restaurant ? '' : wanted || missed
}

function RestaurantSearch({ place }: { place: ChosenCity }) {
  const { restaurant } = useDraft()
  const { next } = useSteps()
  const unit = useDistanceUnit()
  const [adding, setAdding] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // Increasing this remounts the field, so that it shows a restaurant that was just added.
  const [round, setRound] = useState(0)
  const toFind = useNameToFind()
  const { find, detailsOf, typed, fromDevice } = usePlaceSearch(place)

  /** Opens the form for a restaurant that isn't in our database, filled with the provider's details to confirm. */
  const addFound = async (found: Suggested) => {
    changeDraft({ missing: await detailsOf(found) })
    setAdding(true)
  }
  const choose = (found: Suggested | null) => {
    if (found?.restaurantId === null) {
      chooseRestaurant(null)
      return void addFound(found)
    }
    const usable =
      found === null || found.id === restaurant?.placeId || found.kept || isWhole(found)
    setError(usable ? null : 'Error!')
    chooseRestaurant(
      found && usable ? { placeId: found.id, name: found.name, address: found.address } : null,
    )
  }
  const add = () => {
    const { missing } = currentDraft()
    const name = missing.name || (restaurant ? '' : typed.current)
    changeDraft({ missing: { ...missing, name, placeId: '' } })
    setAdding(true)
  }

  return (
    <WizardStep title="Which restaurant?" next={restaurant && <NextButton onClick={next} />}>
      <div className={css.city}>
        <p className={css.place}>{place.name}</p>
        <ChangeCityButton />
      </div>
      <Combobox<Suggested>
        key={`${round} ${place.name}`}
        label="Restaurant name"
        hint={`${fromDevice ? 'From this device, within' : 'Within'} ${distanceInWords(maxMiles, unit)} of ${place.name}`}
        error={error}
        icon={<Search />}
        load={find}
        onEdit={() => setError(null)}
        itemToString={({ name }) => name}
        itemToKey={({ id }) => id}
        renderItem={(found) => <SuggestedLine {...found} />}
        initial={restaurant && { ...restaurant, id: restaurant.placeId }}
        emptyText={fromDevice ? notKept : 'Not Found!'}
        inline
        {...(toFind && { typed: toFind, focused: true })}
        onSelect={choose}
      />
      {restaurant && (
        <Panel tone="basil">
          <p className={css.place}>{restaurant.name}</p>
          <p>{restaurant.address}</p>
        </Panel>
      )}
      <div className={css.choices}>
        <Button variant="quiet" onClick={add}>
          Add a missing restaurant
        </Button>
        <PhotoFirst />
      </div>
      <FormOfDraft
        open={adding}
        city={place}
        onClose={() => setAdding(false)}
        onAdded={({ placeId, name, address }) => {
          chooseRestaurant({ placeId, name, address })
          setError(null)
          setRound(round + 1)
          setAdding(false)
        }}
      />
    </WizardStep>
  )
}

type FormProps = Omit<ComponentProps<typeof MissingRestaurantForm>, 'missing' | 'onType'>

/** The form that adds a missing restaurant, which keeps what is typed in the draft, so that it survives a log-in. */
const FormOfDraft = ({ onAdded, ...props }: FormProps) => (
  <MissingRestaurantForm
    {...props}
    missing={useDraft().missing}
    onType={(missing) => changeDraft({ missing })}
    onAdded={(added) => {
      changeDraft({ missing: emptyDraft.missing })
      onAdded(added)
    }}
  />
)

const SuggestedLine = ({ name, address }: Suggested) => (
  <span className={css.line}>
    {name}
    <small className={css.muted}>{address}</small>
  </span>
)

const isWhole = ({ id, name, address, latitude, longitude }: Suggested) =>
  Boolean(id && name && address && Number.isFinite(latitude) && Number.isFinite(longitude))

/**
 * Finds restaurants near a place by name, among what this device keeps if the server can't be reached or is slow. Also
 * finds the provider's details of a restaurant that isn't in our database.
 */
function usePlaceSearch({ latitude, longitude }: ChosenCity) {
  const [fromDevice, setFromDevice] = useState(browserIsOffline)
  const typed = useRef('')
  const session = useRef('')
  const { load } = useLoad('GET /places/restaurants')
  const { load: lookUp } = useLoad('GET /places/:id')
  const find = async (text: string): Promise<{ data?: readonly Suggested[] }> => {
    const q = nameToFind(text)
    if (q === null) return { data: [] }
    typed.current = q
    session.current ||= newSession()
    const answer = await answerOrKept<Suggested>(
      load({ q, latitude, longitude, session: session.current }),
      () => keptRestaurants(q, { latitude, longitude }),
    )
    // An outdated search of a slow network may end later than the one after it.
    if (typed.current === q) setFromDevice(answer.fromDevice)
    return answer
  }
  const detailsOf = async (found: Suggested) => {
    const { id, name, address } = found
    const at = found.latitude != null &&
      found.longitude != null && { latitude: found.latitude, longitude: found.longitude }
    const { data } = await lookUp({ id, session: session.current, ...at })
    session.current = ''
    const pin = data?.response?.['pinMayBeKept']
      ? { latitude: data.latitude, longitude: data.longitude, name: data.name, given: true }
      : null
    return { name: data?.name ?? name, address: data?.address || address, pin, placeId: id }
  }
  return { find, detailsOf, typed, fromDevice }
}
