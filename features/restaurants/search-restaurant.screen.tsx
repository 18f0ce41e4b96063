import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Store } from 'lucide-react'
import { chooseCity, toChosenCity, chosenCity, type ChosenCity } from '#features/places/chosen.ts'
import { CityField } from '#features/places/city-field.tsx'
import type * as places from '#features/places/contract.ts'
import { refusalDetails } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { useHydrated } from '#platform/web/hydrated.tsx'
import { useStored } from '#platform/web/storage/stored.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Content, List, Stack } from '#platform/web/ui/page/layout.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'

export const handle: Handle = {
  title: 'Restaurant Search',
  description:
    'Already know where you are going? See the best tasting menu items at this restaurant.',
}

type Searched = {
  city: ChosenCity | null
  unknown: string | null
  found: places.RestaurantPlace[]
  q: string
} | null

/** Runs the search if the form was sent without scripts, with the city and the restaurant as they were typed. */
export async function loader({ api, url }: LoaderArgs): Promise<Searched> {
  const [typed, q] = ['city', 'q'].map((key) => url.searchParams.get(key)?.trim() ?? '') as [
    string,
    string,
  ]
  if (!typed) return null
  const [first] = await api('GET /places/cities', { q: typed })
  const city = first ? toChosenCity(first) : null
  if (!city) return { city, unknown: typed, found: [], q }
  const { latitude, longitude } = city
  const found = q ? await api('GET /places/restaurants', { q, latitude, longitude }) : []
  return { city, unknown: null, found, q }
}

/** What the lookup of the chosen place found: a problem, or nothing saved there yet. */
type Outcome = { place: places.RestaurantPlace; problem: string | null }
const fetchingFailed = 'Error fetching restaurant information. Please try again.'

export function Component() {
  const searched = useScreenData<typeof loader>()
  const own = useStored(chosenCity)
  const city = searched?.city ?? own
  const navigate = useNavigate()
  const choose = (keep: () => void) => {
    keep()
    if (searched) void navigate('/search-restaurant', { replace: true })
  }
  const { load: lookUp } = useLoad('GET /restaurants')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const open = async (place: places.RestaurantPlace) => {
    const { id: placeId, name, address, latitude, longitude } = place
    // A provider's suggestion has no point yet.
    const hasPoint = place.restaurantId === null || (latitude != null && longitude != null)
    setOutcome(null)
    if (!placeId || !name || !address || !hasPoint) return setOutcome({ place, problem: 'Error!' })
    const { data, error } = await lookUp({ name, placeId })
    // An answer without an id is as odd as none.
    if (data?.id) await navigate(`/restaurant/${data.id}`, { viewTransition: true })
    else if (refusalDetails(error, 'GET /restaurants', 'nothing_saved'))
      setOutcome({ place, problem: null })
    else setOutcome({ place, problem: fetchingFailed })
  }

  return (
    <Content width="narrow">
      <Stack gap={5}>
        <h1>Find the best tasting menu items at this restaurant...</h1>
        <form onSubmit={(event) => event.preventDefault()}>
          <Stack gap={5}>
            <CityField
              city={city?.name ?? ''}
              onPlace={(chosen) => choose(() => chooseCity(chosen))}
              onClear={() => choose(() => chosenCity.remove())}
              named
              unknown={searched?.unknown}
            />
            <RestaurantField
              key={city ? `${city.latitude},${city.longitude}` : 'nowhere'}
              city={city}
              onEdit={() => setOutcome(null)}
              onPlace={(place) => void open(place)}
            />
            <div className="without-scripts">
              <Button type="submit" wide>
                Search
              </Button>
            </div>
          </Stack>
        </form>
        {searched?.q && <FoundWithoutScripts found={searched.found} />}
        <output>{outcome?.problem === null && <NothingSaved at={outcome.place} />}</output>
        <TryAgain
          message={outcome?.problem ?? null}
          onRetry={() => outcome && void open(outcome.place)}
        />
      </Stack>
    </Content>
  )
}

const NothingSaved = ({ at: { restaurantId } }: { at: places.RestaurantPlace }) => (
  <EmptyState
    title="We're sorry, but there are no favorites saved at this restaurant yet."
    action={
      <Stack gap={3}>
        <LinkButton to={restaurantId ? `/add-yolo?restaurant=${restaurantId}` : '/add-yolo'}>
          Add Your Favorites
        </LinkButton>
        {restaurantId && (
          <Link to={`/restaurant/${restaurantId}`} className="lone-link">
            Its hours and how to get there
          </Link>
        )}
      </Stack>
    }
  />
)

type RestaurantFieldProps = {
  city: ChosenCity | null
  onEdit: () => void
  onPlace: (place: places.RestaurantPlace) => void
}

function RestaurantField({ city, onEdit, onPlace }: RestaurantFieldProps) {
  const hydrated = useHydrated()
  const { load: suggest } = useLoad('GET /places/restaurants')
  return (
    <Combobox<places.RestaurantPlace>
      label="Restaurant"
      hint={city ? undefined : 'Choose a city first.'}
      // Without scripts both fields are sent together, so this one must stay enabled.
      input={{ name: 'q', disabled: hydrated && !city }}
      icon={<Store />}
      load={async (text) => {
        if (!city) return { data: [] }
        const { latitude, longitude } = city
        return suggest({ q: text, latitude, longitude })
      }}
      itemToString={({ name }) => name}
      itemToKey={({ id }) => id}
      renderItem={({ name, address }) => (
        <>
          {name}
          <small>{address}</small>
        </>
      )}
      emptyText={
        <>
          Not Found! <Link to="/add-yolo">Add the restaurant</Link>
        </>
      }
      onEdit={onEdit}
      onSelect={(place) => place && onPlace(place)}
    />
  )
}

function FoundWithoutScripts({ found }: { found: places.RestaurantPlace[] }) {
  return (
    <section aria-label="Restaurants found">
      <List>
        {found.map(({ id, restaurantId, name, address }) => (
          <li key={id}>
            {restaurantId === null ? name : <Link to={`/restaurant/${restaurantId}`}>{name}</Link>}{' '}
            · {address}
          </li>
        ))}
      </List>
      {found.length === 0 && <p>Not Found!</p>}
    </section>
  )
}
