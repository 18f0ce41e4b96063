import { useEffect, useRef, useState } from 'react'
import { LocateFixed } from 'lucide-react'
import { roundPoint } from '#domain/position/miles.ts'
import { ApiError } from '#platform/web/api/api.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import type { ChosenCity } from './chosen.ts'

type Props = {
  onPlace: (place: ChosenCity) => void
  /** What is chosen meanwhile, such as a city's name. If it changes, the device's location replaces it no more. */
  chosen?: string
}

/** Button that reads the device's location, only when tapped. */
export function NearMeButton({ onPlace, chosen = '' }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState({ text: '', chosen })
  const { load } = useLoad('GET /places/nearest-city')
  const latest = useRef(chosen)
  useEffect(() => void (latest.current = chosen), [chosen])
  const find = async () => {
    setBusy(true)
    setFailure({ text: '', chosen })
    try {
      const point = await currentPosition()
      const nearest = await load(point)
      if (nearest.error) throw nearest.error
      if (latest.current === chosen) onPlace({ ...point, name: nearest.data.name })
    } catch (error) {
      setFailure({ text: positionProblem(error), chosen })
    }
    setBusy(false)
  }
  return (
    <Row gap={2}>
      <Button
        variant="quiet"
        size="small"
        icon={<LocateFixed />}
        busy={isBusy}
        busyLabel="Finding where you are…"
        onClick={() => void find()}
      >
        Near me
      </Button>
      <p role="alert" className="problem">
        {failure.chosen === chosen && failure.text}
      </p>
    </Row>
  )
}

/** Asks the device for its location, which is rounded before it is sent anywhere. */
export async function currentPosition() {
  if (!('geolocation' in navigator)) throw new Error('This browser has no geolocation.')
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: 10_000,
      maximumAge: 60_000,
    }),
  )
  return roundPoint(coords)
}

/** Returns a text that says why the location, or something near it, couldn't be found, and what to do `instead`. */
export function positionProblem(problem: unknown, instead = 'Type your city instead.') {
  if (problem instanceof ApiError) return problem.message
  const isRefused =
    problem instanceof GeolocationPositionError && problem.code === problem.PERMISSION_DENIED
  return isRefused
    ? `Your browser doesn’t let us see where you are. ${instead}`
    : `We couldn’t find where you are. ${instead}`
}

/** Returns whether the reader has allowed this site to see the location, so that reading it opens no prompt. */
export const mayAskPosition = (): Promise<boolean> =>
  navigator.permissions.query({ name: 'geolocation' }).then(
    ({ state }) => state === 'granted',
    () => false,
  )
