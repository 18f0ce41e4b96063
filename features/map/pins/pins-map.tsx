import { useEffect, useRef } from 'react'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { Point } from '#domain/miles.ts'
import { IconButton } from '#platform/web/ui/button.tsx'
import { MapFoot } from '../map-foot.tsx'
import { useGround } from '../ground/use-ground.ts'
import { pinsCanvas } from './pins-canvas.ts'

export type PinsProps = {
  /** Where the pin stands; where `alone` the middle of the city. */
  now: Point
  /** None where what is typed is no position. */
  next: Point | null
  /** Lets the new pin be placed. */
  onPlace?: (point: Point) => void
  /** Nothing stands yet: there is the new one alone. */
  alone?: boolean
}

/** The pin that stands and another on a small map. What it tells stands beside it in words. */
export function PinsMap({ now, next, onPlace, alone = false }: PinsProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef({ now, next, onPlace, alone })
  useEffect(() => {
    latest.current = { now, next, onPlace, alone }
  })
  const { canvas, state, credits } = useGround((style, _look, ground) => {
    const { onPlace: places } = latest.current
    return pinsCanvas(box.current!, style, latest.current, {
      place: places ? (point) => latest.current.onPlace?.(point) : null,
      ...ground,
    })
  })
  const [latitude, longitude] = [next?.latitude, next?.longitude]
  useEffect(() => {
    const isPoint = latitude !== undefined && longitude !== undefined
    canvas.current?.put(isPoint ? { latitude, longitude } : null)
  }, [canvas, latitude, longitude])

  if (state === 'broken') return <p className="map-words">This browser can’t draw maps.</p>
  return (
    <div className="map">
      <div ref={box} className="map-canvas" />
      <div className="map-buttons">
        <IconButton label="Zoom in" icon={<Plus />} onClick={() => canvas.current?.zoom(1)} />
        <IconButton label="Zoom out" icon={<Minus />} onClick={() => canvas.current?.zoom(-1)} />
      </div>
      <MapFoot credits={credits} scale={null} />
    </div>
  )
}
