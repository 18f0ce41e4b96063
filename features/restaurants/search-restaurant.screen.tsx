import { useState } from 'react'
import { useNavigate } from 'react-router'
import Store from 'lucide-react/icons/store'
import { choosePlace } from '#features/accounts/profile/location.ts'
import { CityField } from '#features/listings/city-field.tsx'
import type * as places from '#features/places/contract.ts'
import { refusal } from '#platform/web/refusal.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { chosenPlace, useStored } from '#platform/web/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { LazyCombobox } from '#platform/web/ui/form/lazy-combobox.tsx'
import { useLoad } from '#platform/web/use-load.ts'
import styles from './search-restaurant.module.css'

export const handle: Handle = {
  title: 'Restaurant Search',
  description:
    'Already know where you are going? See the best tasting menu items at this restaurant.',
}

export function Component() {
  const city = useStored(chosenPlace)
  const navigate = useNavigate()
  const [nothing, setNothing] = useState(false)
  /** The one whose look-up broke. */
  const [odd, setOdd] = useState<places.RestaurantPlace | null>(null)

  const { load: suggest } = useLoad('GET /places/restaurants')
  const { load: lookUp } = useLoad('GET /restaurants')

  const open = async (place: places.RestaurantPlace) => {
    const { id: placeId, name } = place
    setNothing(false)
    setOdd(null)
    const { data, error } = await lookUp({ name, placeId })
    if (data) await navigate(`/restaurant/${data.id}`, { viewTransition: true })
    else if (refusal(error, 'GET /restaurants', 'nothing_saved')) setNothing(true)
    else setOdd(place)
  }

  return (
    <Content width="narrow">
      <Stack gap={5}>
        <h1>Find the best tasting menu items at this restaurant...</h1>
        <CityField
          city={city?.name ?? ''}
          onPlace={choosePlace}
          onClear={() => chosenPlace.remove()}
        />
        <LazyCombobox<places.RestaurantPlace>
          key={city ? `${city.latitude},${city.longitude}` : 'nowhere'}
          label="Restaurant"
          hint={city ? undefined : 'Choose a city first.'}
          disabled={!city}
          icon={<Store />}
          load={(q) =>
            suggest({ q, latitude: city?.latitude ?? 0, longitude: city?.longitude ?? 0 })
          }
          itemToString={({ name }) => name}
          itemToKey={({ id }) => id}
          renderItem={({ name, address }) => (
            <>
              {name}
              <small>{address}</small>
            </>
          )}
          onEdit={() => {
            setNothing(false)
            setOdd(null)
          }}
          onSelect={(found) => {
            if (found) void open(found)
          }}
        />
        <output className={styles.answer}>
          {nothing && (
            <EmptyState
              title="We're sorry, but there are no favorites saved at this restaurant yet."
              action={<LinkButton to="/add-yolo">Add Your Favorites</LinkButton>}
            />
          )}
        </output>
        <TryAgain
          failed={odd && 'Error fetching restaurant information. Please try again.'}
          ask={() => odd && open(odd)}
        />
      </Stack>
    </Content>
  )
}
