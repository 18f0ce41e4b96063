import { useState } from 'react'
import LocateFixed from 'virtual:icons/locate-fixed'
import type { ChosenCity } from '#features/places/chosen.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import styles from './near-me.module.css'
import { currentPosition, positionProblem } from './position.ts'
import { roundPoint } from './rounded.ts'

/** Button that reads the device's location, only when tapped. The position is rounded before it is sent anywhere. */
export function NearMeButton({ onPlace }: { onPlace: (place: ChosenCity) => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const { load } = useLoad('GET /places/nearest-city')

  const find = async () => {
    setBusy(true)
    setError('')
    try {
      const point = roundPoint(await currentPosition())
      const city = await load(point)
      if (city.error) throw city.error
      onPlace({ ...point, name: city.data.name })
    } catch (problem) {
      setError(positionProblem(problem))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.nearMe}>
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
      <p role="alert" className={styles.error}>
        {error}
      </p>
    </div>
  )
}
