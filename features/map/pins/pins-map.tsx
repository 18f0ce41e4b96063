import { useEffect, useRef, useState } from 'react'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { Point } from '#domain/miles.ts'
import { useAnswer } from '#platform/web/use-load.ts'
import { IconButton } from '#platform/web/ui/button.tsx'
import { drawnCredits } from '../drawn-credits.ts'
import { MapFoot } from '../map-foot.tsx'
import { styleOf } from '../style/basemap-style.ts'
import { useLook } from '../use-look.ts'
import { pinsCanvas, type PinsCanvas } from './pins-canvas.ts'

export type PinsProps = {
  now: Point
  /** None where what is typed is no position. */
  next: Point | null
  /** Lets the new pin be placed. */
  onPlace?: (point: Point) => void
}

/** The pin that stands and another on a small map. What it tells stands beside it in words. */
export function PinsMap({ now, next, onPlace }: PinsProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<PinsCanvas | null>(null)
  const [broken, setBroken] = useState(false)
  const [away, setAway] = useState(false)
  const look = useLook()
  const latest = useRef({ now, next, onPlace })
  useEffect(() => {
    latest.current = { now, next, onPlace }
  })

  const { data: basemap, error } = useAnswer('GET /map/basemap', { look })
  const known = basemap ?? (error ? null : undefined)
  useEffect(() => {
    if (known === undefined) return undefined
    let left = false
    void (async () => {
      const style = await styleOf(known, look)
      if (left) return
      if (canvas.current) return canvas.current.dress(style, look)
      const { onPlace: places } = latest.current
      try {
        canvas.current = pinsCanvas(box.current!, style, look, latest.current, {
          place: places ? (point) => latest.current.onPlace?.(point) : null,
          away: () => setAway(true),
        })
      } catch {
        setBroken(true)
      }
    })()
    return () => {
      left = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the answer is of this look
  }, [known])
  useEffect(
    () => () => {
      canvas.current?.close()
      canvas.current = null
    },
    [],
  )
  useEffect(() => {
    canvas.current?.put(latest.current.next)
  }, [next?.latitude, next?.longitude])

  if (broken) return <p className="map-words">This browser can’t draw maps.</p>
  return (
    <div className="map">
      <div ref={box} className="map-canvas" />
      <div className="map-buttons">
        <IconButton label="Zoom in" icon={<Plus />} onClick={() => canvas.current?.zoom(1)} />
        <IconButton label="Zoom out" icon={<Minus />} onClick={() => canvas.current?.zoom(-1)} />
      </div>
      <MapFoot credits={away || !basemap ? drawnCredits : basemap.attribution} scale={null} />
    </div>
  )
}
