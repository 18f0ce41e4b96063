import { useEffect, useRef } from 'react'
import type { Point } from '#domain/position/miles.ts'
import { MapFooter, ZoomButtons } from '../map-controls.tsx'
import { useBasemap } from '../basemap/use-basemap.ts'
import { createPinsCanvas } from './pins-canvas.ts'

export type PinsProps = {
  /** Position of the old pin. If `alone`, the middle of the city. */
  now: Point
  /** Position of the new pin, or null if the typed text isn't a position. */
  next: Point | null
  /** Called when the new pin was moved. Without it, the pin can't be moved. */
  onPlace?: (point: Point) => void
  /** True if there is no old pin yet, only the new one. */
  alone?: boolean
}

/** Shows the old and the new pin on a small map. The page itself says how far they are apart. */
export function PinsMap({ now, next, onPlace, alone = false }: PinsProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef({ now, next, onPlace, alone })
  useEffect(() => {
    latest.current = { now, next, onPlace, alone }
  })
  const { canvas, state, credits } = useBasemap((style, _look, events) => {
    const { onPlace: places } = latest.current
    return createPinsCanvas(box.current!, style, latest.current, {
      place: places ? (point) => latest.current.onPlace?.(point) : null,
      ...events,
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
      <ZoomButtons onZoom={(by) => canvas.current?.zoom(by)} />
      <MapFooter credits={credits} scale={null} />
    </div>
  )
}
