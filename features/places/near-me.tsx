import { useEffect, useRef, useState } from 'react'
import { LocateFixed } from 'lucide-react'
import type { ChosenCity } from '#features/places/chosen.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { currentPosition, positionProblem } from './position.ts'
import { roundPoint } from './rounded.ts'

type Props = {
  onPlace: (place: ChosenCity) => void
  /** What is chosen meanwhile, such as a city's name. If it changes, the device's location replaces it no more. */
  chosen?: string
}

/** Button that reads the device's location, only when tapped. The position is rounded before it is sent anywhere. */
export function NearMeButton({ onPlace, chosen = '' }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState({ text: '', chosen: '' })
  const { load } = useLoad('GET /places/nearest-city')

  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  }, [chosen])

  const find = async () => {
    setBusy(true)
    setError({ text: '', chosen })
    try {
      const point = roundPoint(await currentPosition())
      const nearest = await load(point)
      if (nearest.error) throw nearest.error
      if (latest.current === chosen) onPlace({ ...point, name: nearest.data.name })
    } catch (problem) {
      setError({ text: positionProblem(problem), chosen })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Row gap={2}>
      <Button
        variant="quiet"
        size="small"
        icon={<LocateFixed />}
        busy={busy}
        busyLabel="Finding where you are…"
        onClick={() => void find()}
      >
        Near me
      </Button>
      <p role="alert" className="problem">
        {error.chosen === chosen && error.text}
      </p>
    </Row>
  )
}
