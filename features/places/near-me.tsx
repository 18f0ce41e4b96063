import { useEffect, useRef, useState } from 'react'
import { LocateFixed } from 'lucide-react'
import { useLoad } from '#platform/web/api/use-load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import type { ChosenCity } from './chosen.ts'
import { currentPosition, positionProblem } from './position.ts'

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
