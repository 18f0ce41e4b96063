import { LocateFixed } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type * as places from '#features/places/contract.ts'
import { currentPosition, mayAskPosition, positionProblem } from '#features/places/near-me.tsx'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { api } from '#platform/web/api/api.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { changeDraft, type ChosenRestaurant } from './draft.ts'
import css from './wizard.module.css'
import { ChoiceText } from './wizard.tsx'

/** Number of restaurants to offer. More are found by their name. */
const mostShown = 5

/** The first list of the restaurant step: the restaurants around the member's current location. */
export function NearbyRestaurants({ onChoose }: { onChoose: (chosen: ChosenRestaurant) => void }) {
  const { nearby, busy, problem, find } = useNearby()
  const unit = useDistanceUnit()
  return (
    <Stack gap={3}>
      <h2>Near me</h2>
      <Banner tone="warn">{problem}</Banner>
      {!nearby && (
        <Button
          variant="secondary"
          icon={<LocateFixed />}
          busy={busy}
          busyLabel="Finding where you are…"
          onClick={() => void find({ isAsked: true })}
        >
          Find what’s near
        </Button>
      )}
      {nearby?.length === 0 && <p>We know no restaurant around here. Look for it by its name.</p>}
      {nearby && nearby.length > 0 && (
        <ul className={css.big} aria-label="Restaurants near you">
          {nearby.map(({ id, name, address, distanceMiles }) => (
            <li key={id}>
              <Button
                wide
                variant="secondary"
                onClick={() => onChoose({ placeId: id, name, address })}
              >
                <ChoiceText name={name}>
                  {formatDistanceAway(distanceMiles, unit)} · {address}
                </ChoiceText>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/**
 * Finds the restaurants nearest to the device. It asks the browser for the position by itself only if the member has
 * allowed that before. The server gets only the rounded point.
 */
function useNearby() {
  const [nearby, setNearby] = useState<readonly places.RestaurantPlace[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function find({ isAsked }: { isAsked: boolean }) {
    setBusy(true)
    setProblem(null)
    try {
      const point = await currentPosition()
      const found = await api('GET /places/restaurants', { q: '', ...point })
      setNearby(found.filter(({ restaurantId }) => restaurantId !== null).slice(0, mostShown))
      // The city that the member chose stays until they ask for another place.
      if (isAsked) changeDraft({ around: { ...point, name: 'where you are' } })
    } catch (error) {
      setProblem(positionProblem(error, 'Search for the restaurant instead.'))
    } finally {
      setBusy(false)
    }
  }
  const findIfAllowed = useEffectEvent(() => {
    void mayAskPosition().then((may) => (may ? find({ isAsked: false }) : undefined))
  })
  useEffect(() => findIfAllowed(), [])
  return { nearby, busy, problem, find }
}
