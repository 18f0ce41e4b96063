import { useEffect, useRef } from 'react'
import { Marker } from 'maplibre-gl'
import type { Point } from '#domain/position/miles.ts'
import { openMap } from './engine.ts'
import { ZoomButtons } from './map-controls.tsx'
import { MapMessage } from './map-message.tsx'
import { MapSheets } from './map-sheets.tsx'
import { useBasemap, type Look } from './use-basemap.ts'

export type PinMapProps = {
  /** Where the pin is. */
  point: Point
  /** How far the map reaches around it at first. */
  miles: number
  onPlace: (point: Point) => void
}

/** A small map with a pin, which is placed by a tap, a drag or the arrow keys. */
export default function PinMap(props: PinMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { canvas, state } = useBasemap((look) =>
    createPinCanvas(box.current!, look, latest.current, (point) => latest.current.onPlace(point)),
  )
  const { latitude, longitude } = props.point
  useEffect(() => canvas.current?.put({ latitude, longitude }), [canvas, latitude, longitude])
  if (state === 'broken') return <MapMessage>This browser can’t draw maps.</MapMessage>
  return (
    <div className="map">
      <MapSheets />
      <div ref={box} className="map-canvas" />
      <ZoomButtons onZoom={(by) => canvas.current?.zoom(by)} />
    </div>
  )
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function createPinCanvas(
  container: HTMLElement,
  first: Look,
  { point, miles }: PinMapProps,
  onPlace: (point: Point) => void,
) {
  const map = openMap(container, first, { point, miles })
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'map-pin', textContent: 'Here' })
  button.ariaLabel = 'Here: arrow keys move the pin, with Shift farther'
  const marker = new Marker({ element: button, anchor: 'top', draggable: true })

  function put({ longitude, latitude }: Point) {
    marker.setLngLat([longitude, latitude]).addTo(map)
    if (!map.getBounds().contains([longitude, latitude])) map.panTo([longitude, latitude])
  }
  function place({ lat, lng }: { lng: number; lat: number }) {
    // Five decimals are accurate to about a meter.
    const next = { latitude: Number(lat.toFixed(5)), longitude: Number(lng.toFixed(5)) }
    put(next)
    onPlace(next)
  }
  put(point)
  map.on('click', (event) => place(event.lngLat.wrap()))
  marker.on('dragend', () => place(marker.getLngLat().wrap()))
  // A tap on the pin itself must not move it.
  button.addEventListener('click', (event) => event.stopPropagation())
  button.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const px = event.shiftKey ? 40 : 4
    const { x, y } = map.project(marker.getLngLat())
    place(map.unproject([x + step[0] * px, y + step[1] * px]).wrap())
  })
  return {
    put,
    zoom: (by: number) => map.easeTo({ zoom: map.getZoom() + by }),
    restyle: ({ style }: Look) => void map.setStyle(style, { diff: false }),
    close: () => map.remove(),
  }
}
