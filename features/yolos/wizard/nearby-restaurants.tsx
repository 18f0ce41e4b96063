import { LocateFixed } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { milesBetween } from '#domain/position/miles.ts'
import type * as places from '#features/places/contract.ts'
import { currentPosition, mayAskPosition, positionProblem } from '#features/places/position.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { changeDraft, type ChosenRestaurant } from './draft.ts'
import css from './wizard.module.css'
import { ChoiceText } from './wizard.tsx'

/** Number of restaurants to offer. More are found by their name. */
const mostShown = 8

/** The first list of the restaurant step: the restaurants around the member's current location. */
export function NearbyRestaurants({ onChoose }: { onChoose: (chosen: ChosenRestaurant) => void }) {
  const { nearby, busy, problem, find } = useNearby()
  const unit = useDistanceUnit()
  return (
    <section className={css.choices}>
      <h2>Near me</h2>
      <Banner tone="warn">{problem}</Banner>
      {!nearby && (
        <Button
          variant="secondary"
          icon={<LocateFixed />}
          busy={busy}
          busyLabel="Finding where you are…"
          onClick={() => void find()}
        >
          Find what’s near
        </Button>
      )}
      {nearby?.length === 0 && <p>We know no restaurant around here. Look for it by its name.</p>}
      {nearby && nearby.length > 0 && (
        <ul className={css.big} aria-label="Restaurants near you">
          {nearby.map(({ id, name, address, distanceMiles }) => (
            <li key={id}>
              <button
                type="button"
                className={css.choice}
                onClick={() => onChoose({ placeId: id, name, address })}
              >
                <ChoiceText name={name}>
                  {formatDistanceAway(distanceMiles, unit)} · {address}
                </ChoiceText>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Nearby = Pick<places.RestaurantPlace, 'id' | 'name' | 'address'> & { distanceMiles: number }

/**
 * Finds the restaurants nearest to the device. It asks the browser for the position by itself only if the member has
 * allowed that before. The server gets only the rounded point, so the restaurants are sorted by exact distance here.
 */
function useNearby() {
  const [nearby, setNearby] = useState<readonly Nearby[] | null>(null)
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
      const { data, error } = await load({ q: '', ...point })
      if (error) throw error
      setNearby(nearestTo(exact, data))
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
  return { nearby, busy, problem, find }
}

const nearestTo = (
  { latitude, longitude }: GeolocationCoordinates,
  found: readonly places.RestaurantPlace[],
): Nearby[] =>
  found
    .filter((place) => place.restaurantId !== null)
    .map((place) => ({
      ...place,
      distanceMiles: milesBetween(
        { latitude, longitude },
        { latitude: place.latitude!, longitude: place.longitude! },
      ),
    }))
    .toSorted((a, b) => a.distanceMiles - b.distanceMiles)
    .slice(0, mostShown)
