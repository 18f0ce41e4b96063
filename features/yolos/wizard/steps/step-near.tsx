import { useEffect, useEffectEvent, useState } from 'react'
import { LocateFixed, Search } from 'lucide-react'
import { answerOrKept } from '#features/offline/answer-or-kept.ts'
import type * as places from '#features/places/contract.ts'
import { keptRestaurants } from '#features/places/kept-places.ts'
import { nearestOf } from '#features/places/nearest.ts'
import { currentPosition, mayAskPosition, positionProblem } from '#features/places/position.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { changeDraft, chooseRestaurant } from '../draft.ts'
import css from '../wizard.module.css'
import { ChoiceText, useSteps, WizardStep } from '../wizard.tsx'

/** Number of restaurants to offer. More are found by their name. */
const shown = 8

/** Offers the restaurants around the member's current location. */
export function NearStep() {
  const { go, next } = useSteps()
  const { nearby, fromDevice, busy, problem, find } = useNearby()
  const isFound = nearby !== null && nearby.length > 0
  const search = (
    <Button variant="secondary" icon={<Search />} onClick={() => go('name')}>
      Search by name
    </Button>
  )
  return (
    <WizardStep
      title="Where are you?"
      next={
        isFound ? (
          search
        ) : (
          <Button
            icon={<LocateFixed />}
            busy={busy}
            busyLabel="Finding where you are…"
            onClick={() => void find()}
          >
            Find what’s near
          </Button>
        )
      }
    >
      <Banner tone="warn">{problem}</Banner>
      {nearby?.length === 0 && (
        <p>
          {fromDevice ? 'No restaurant is on this device.' : 'We know no restaurant around here.'}{' '}
          Look for it by its name.
        </p>
      )}
      {isFound && fromDevice && <p>From this device, the nearest first</p>}
      {isFound && (
        <ul className={css.big} aria-label="Restaurants near you">
          {nearby.map((place) => (
            <li key={place.id}>
              <Nearby
                {...place}
                onChoose={() => {
                  const { id, name, address } = place
                  chooseRestaurant({ placeId: id, name, address })
                  next()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {!isFound && <div>{search}</div>}
    </WizardStep>
  )
}

type NearbyRestaurant = Pick<places.RestaurantPlace, 'id' | 'name' | 'address' | 'alone'> & {
  /** Null for one that this device keeps, if only its city is known. */
  distanceMiles: number | null
}
type NearbyProps = NearbyRestaurant & { onChoose: () => void }

function Nearby({ name, address, distanceMiles, onChoose }: NearbyProps) {
  const unit = useDistanceUnit()
  return (
    <button type="button" className={css.choice} onClick={onChoose}>
      <ChoiceText name={name}>
        {distanceMiles !== null && `${formatDistanceAway(distanceMiles, unit)} · `}
        {address}
      </ChoiceText>
    </button>
  )
}

/**
 * Finds the restaurants nearest to the device. It asks the browser for the position by itself only if the member has
 * allowed that before. The server gets only the rounded point, so the restaurants are sorted by exact distance here. If
 * the server can't be reached or is slow, it finds the restaurants that this device keeps.
 */
function useNearby() {
  const [nearby, setNearby] = useState<readonly NearbyRestaurant[] | null>(null)
  const [fromDevice, setFromDevice] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { load } = useLoad('GET /places/restaurants')
  const { load: loadCity } = useLoad('GET /places/nearest-city')

  async function find() {
    setBusy(true)
    setProblem(null)
    try {
      const exact = await currentPosition()
      const point = roundPoint(exact)
      const answer = await answerOrKept<NearbyRestaurant>(
        load({ q: '', ...point }).then(({ data, error }) => ({
          error,
          data: data && nearestTo(exact, data),
        })),
        async () => (await keptRestaurants('', exact)).slice(0, shown),
      )
      if (answer.error) throw answer.error
      setFromDevice(answer.fromDevice)
      setNearby(answer.data!)
      // Only the search by name needs the city's name, so the restaurants are shown before it has loaded.
      const city = await loadCity(point)
      changeDraft({ around: { ...point, name: city.data?.name ?? 'where you are' } })
    } catch (error) {
      setProblem(positionProblem(error, 'Search for the restaurant instead.'))
    } finally {
      setBusy(false)
    }
  }
  const findIfAllowed = useEffectEvent(() => {
    void mayAskPosition().then((may) => (may ? find() : undefined))
  })
  useEffect(() => findIfAllowed(), [])
  return { nearby, fromDevice, busy, problem, find }
}

const nearestTo = (
  { latitude, longitude }: GeolocationCoordinates,
  found: readonly places.RestaurantPlace[],
) =>
  nearestOf(
    found
      .filter((place) => place.restaurantId !== null)
      .map((place) => ({
        ...place,
        distanceMiles: milesBetween(
          { latitude, longitude },
          { latitude: place.latitude!, longitude: place.longitude! },
        ),
      })),
    shown,
  )
