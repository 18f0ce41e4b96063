import { Marker } from 'maplibre-gl'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { destinationPoint, bearing, type Circle } from '../geometry.ts'
import { openMap } from '../engine.ts'
import type { Look } from '../use-basemap.ts'

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const near = 0.15
/** Miles around a pin that starts in the middle of a city. */
const aroundCity = 3

/** Returns a view that contains both pins. */
function viewOf(now: Point, next: Point | null): Circle {
  const between = next ? milesBetween(now, next) : 0
  const point = next ? destinationPoint(now, between / 2, bearing(now, next)) : now
  return { point, miles: Math.max(near, between * 0.8) }
}

/**
 * Shows the old and the new pin on a small map, or only the new one if `alone`. The old pin is drawn above its point
 * and the new one below, so that both are visible.
 */
export function createPinsCanvas(
  container: HTMLElement,
  first: Look,
  { now, next, alone }: { now: Point; next: Point | null; alone: boolean },
  /** Called after the pin was moved by a tap, a drag or a key. If null, the pin can't be moved. */
  onPlace: ((point: Point) => void) | null,
) {
  const map = openMap(
    container,
    first,
    alone ? { point: next ?? now, miles: aroundCity } : viewOf(now, next),
    { interactive: onPlace !== null },
  )
  if (!alone) {
    const standing = new Marker({ element: pin('span', 'Old'), anchor: 'bottom' })
    standing.setLngLat([now.longitude, now.latitude]).addTo(map)
  }
  const element = pin(onPlace ? 'button' : 'span', 'New', alone ? 'Here' : 'New')
  const marker = new Marker({ element, anchor: 'top', draggable: onPlace !== null })

  function put(point: Point | null) {
    if (!point) return void marker.remove()
    marker.setLngLat([point.longitude, point.latitude]).addTo(map)
    if (!map.getBounds().contains([point.longitude, point.latitude]))
      map.panTo([point.longitude, point.latitude])
  }
  function place(at: { lng: number; lat: number }) {
    // Five decimals are accurate to about a meter.
    const point = { latitude: Number(at.lat.toFixed(5)), longitude: Number(at.lng.toFixed(5)) }
    put(point)
    onPlace?.(point)
  }
  put(next)
  if (onPlace) {
    element.ariaLabel = `${alone ? 'Here it is' : 'New pin'}: the arrow keys move it, with Shift farther`
    map.on('click', (event) => place(event.lngLat.wrap()))
    marker.on('dragend', () => place(marker.getLngLat().wrap()))
    // A tap on the pin itself must not move it.
    element.addEventListener('click', (event) => event.stopPropagation())
    element.addEventListener('keydown', (event) => {
      const step = steps[event.key]
      if (!step) return
      event.preventDefault()
      event.stopPropagation()
      const px = event.shiftKey ? 40 : 4
      const { x, y } = map.project(marker.getLngLat())
      place(map.unproject([x + step[0] * px, y + step[1] * px]).wrap())
    })
  }

  return {
    put,
    zoom: (by: number) => map.easeTo({ zoom: map.getZoom() + by }),
    restyle: ({ style }: Look) => void map.setStyle(style, { diff: false }),
    close: () => map.remove(),
  }
}

function pin(tag: 'button' | 'span', which: 'Old' | 'New', words: string = which) {
  const element: HTMLElement = document.createElement(tag)
  element.className = 'map-pin'
  element.dataset.pin = which
  element.textContent = words
  if (element instanceof HTMLButtonElement) element.type = 'button'
  else element.ariaHidden = 'true'
  return element
}
