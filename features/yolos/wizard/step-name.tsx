import { useRef, useState } from 'react'
import Search from 'lucide-react/icons/search'
import type * as places from '#features/places/contract.ts'
import { chosenPlace } from '#features/places/chosen.ts'
import { useStored } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { ChangeLocation } from './change-location.tsx'
import { useLoad } from '#platform/web/use-load.ts'
import { changeDraft, chooseRestaurant, draft, useDraft } from './draft.ts'
import { MissingRestaurant } from './missing-restaurant.tsx'
import { NextButton, useSteps, WizardStep } from './wizard.tsx'
import css from './wizard.module.css'

type Suggested = Pick<places.RestaurantPlace, 'id' | 'name' | 'address'> &
  Partial<places.RestaurantPlace>

/** One stretch of typing up to a choice, for providers that bill by it; unique enough beside no secret. */
const newSession = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`

export function NameStep() {
  const { restaurant } = useDraft()
  const place = useStored(chosenPlace)
  const { next } = useSteps()
  const [adding, setAdding] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // A restaurant that was added is shown in the field like one that was found.
  const [round, setRound] = useState(0)
  const typed = useRef('')
  const session = useRef('')
  const { load } = useLoad('GET /places/restaurants')
  const { load: lookUp } = useLoad('GET /places/:id')

  if (!place) return null
  const { latitude, longitude } = place
  const find = (q: string) => {
    typed.current = q
    session.current ||= newSession()
    return load({ q, latitude, longitude, session: session.current })
  }
  /** Nobody added it here yet: the member confirms what the provider knows of it. */
  const addFound = async ({ id, name, address, latitude, longitude }: Suggested) => {
    const at = latitude != null && longitude != null && { latitude, longitude }
    const { data } = await lookUp({ id, session: session.current, ...at })
    session.current = ''
    const pin = data?.response?.['pinMayBeKept']
      ? { latitude: data.latitude, longitude: data.longitude, name: data.name, given: true }
      : null
    const known = { name: data?.name ?? name, address: data?.address || address }
    changeDraft({ missing: { ...known, pin, placeId: id } })
    setAdding(true)
  }
  const choose = (found: Suggested | null) => {
    if (found?.restaurantId === null) {
      chooseRestaurant(null)
      return void addFound(found)
    }
    // The field's initial value was usable then.
    const isPoint =
      found?.id === restaurant?.placeId ||
      (Number.isFinite(found?.latitude) && Number.isFinite(found?.longitude))
    const usable = found === null || Boolean(found.id && found.name && found.address && isPoint)
    setError(usable ? null : 'Error!')
    chooseRestaurant(
      found && usable ? { placeId: found.id, name: found.name, address: found.address } : null,
    )
  }
  const add = () => {
    const { missing } = draft()
    const name = missing.name || (restaurant ? '' : typed.current)
    changeDraft({ missing: { ...missing, name, placeId: '' } })
    setAdding(true)
  }

  return (
    <WizardStep title="Which restaurant?" next={restaurant && <NextButton onClick={next} />}>
      <div className={css.city}>
        <p className={css.place}>{place.name}</p>
        <ChangeLocation />
      </div>
      <Combobox<Suggested>
        key={`${round} ${place.name}`}
        label="Restaurant name"
        hint={`Within 50 miles of ${place.name}`}
        error={error}
        icon={<Search />}
        load={find}
        onEdit={() => setError(null)}
        itemToString={({ name }) => name}
        itemToKey={({ id }) => id}
        renderItem={({ name, address }) => (
          <span className={css.line}>
            {name}
            <small className={css.muted}>{address}</small>
          </span>
        )}
        initial={restaurant && { ...restaurant, id: restaurant.placeId }}
        emptyText="Not Found!"
        inline
        onSelect={choose}
      />
      {restaurant && (
        <Panel tone="basil">
          <p className={css.place}>{restaurant.name}</p>
          <p>{restaurant.address}</p>
        </Panel>
      )}
      <div>
        <Button look="quiet" onClick={add}>
          Add a missing restaurant
        </Button>
      </div>
      <MissingRestaurant
        open={adding}
        city={place}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          chooseRestaurant(added)
          setError(null)
          setRound(round + 1)
          setAdding(false)
        }}
      />
    </WizardStep>
  )
}
