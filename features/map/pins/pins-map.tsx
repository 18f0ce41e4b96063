import { useEffect, useRef } from 'react'
import type { Point } from '#domain/position/miles.ts'
import { ZoomButtons } from '../map-controls.tsx'
import { useBasemap } from '../use-basemap.ts'
import { createPinsCanvas } from './pins-canvas.ts'
import { MapSheets } from '../map-sheets.tsx'

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
export default function PinsMap({ now, next, onPlace, alone = false }: PinsProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef({ now, next, onPlace, alone })
  useEffect(() => {
    latest.current = { now, next, onPlace, alone }
  })
  const { canvas, state } = useBasemap((look) => {
    const { onPlace: places } = latest.current
    const place = places ? (point: Point) => latest.current.onPlace?.(point) : null
    return createPinsCanvas(box.current!, look, latest.current, place)
  })
  const [latitude, longitude] = [next?.latitude, next?.longitude]
  useEffect(() => {
    const isPoint = latitude !== undefined && longitude !== undefined
    canvas.current?.put(isPoint ? { latitude, longitude } : null)
  }, [canvas, latitude, longitude])

  if (state === 'broken') return <p className="map-message">This browser can’t draw maps.</p>
  return (
    <div className="map">
      <MapSheets />
      <div ref={box} className="map-canvas" />
      <ZoomButtons onZoom={(by) => canvas.current?.zoom(by)} />
    </div>
  )
}
