import { type GeoJSONSource, Marker } from 'maplibre-gl'
import type { Point } from '#domain/miles.ts'
import { rounded } from '#features/places/rounded.ts'
import type { Distance } from '#domain/distances.ts'
import { away, boundsOf, circleAround, covering } from './circle.ts'
import type { StyleSpecification } from 'maplibre-gl'
import { nearestOf } from './style/drawn-style.ts'
import { scaleOf } from './scale.ts'
import { openMap, type Asked, type Drawn } from './engine.ts'
import { marksOn, type Mark, type MarksOn } from './marks.ts'
import { roomOn } from './room.ts'
import type { GroundEvents } from './ground/use-ground.ts'
import { watchCredits } from './ground/watch-credits.ts'
import { watchTiles } from './ground/watch-tiles.ts'
import { palettes, type Look } from './style/palette.ts'

/** What 'Search here' would ask for. */
export type Seen = { point: Point; miles: Distance }

type On = MarksOn &
  GroundEvents & {
    /** By hand; null where it would ask for the same again. */
    moved(seen: Seen | null): void
    ready(): void
    scale(scale: ReturnType<typeof scaleOf>): void
  }

/** The map itself, apart from React: what it shows is told to it. */
export function mapCanvas(
  container: HTMLElement,
  style: StyleSpecification,
  begun: Asked | null,
  begunLook: Look,
  on: On,
) {
  let asked = begun
  let look = begunLook
  let stays = false
  const map = openMap(container, style, asked)
  map.setMaxZoom(nearestOf(style))
  const keepRoom = roomOn(map)
  const marks = marksOn(map, keepRoom, {
    light: on.light,
    pick(members) {
      if (members.length > 1 && spread(map, members)) return
      on.pick(members)
    },
  })

  const label = new Marker({ element: milesLabel() })
  const drawCircle = () => {
    const ring = asked ? circleAround(asked.point, asked.miles) : []
    const data = { type: 'LineString' as const, coordinates: ring }
    label.getElement().textContent = asked ? `${asked.miles} mi` : ''
    if (asked) {
      const top = away(asked.point, asked.miles, 0)
      label.setLngLat([top.longitude, top.latitude]).addTo(map)
      keepRoom('miles', [{ at: top, kind: 'words' }])
    } else {
      label.remove()
      keepRoom('miles', [])
    }
    const known = map.getSource<GeoJSONSource>('asked')
    if (known) void known.setData(data)
    else {
      map.addSource('asked', { type: 'geojson', data })
      map.addLayer({
        id: 'asked',
        type: 'line',
        source: 'asked',
        paint: {
          'line-color': palettes[look].accent,
          'line-width': 2,
          'line-opacity': 0.75,
          'line-dasharray': [2, 1.5],
        },
      })
    }
  }
  map.on('style.load', drawCircle)
  map.once('idle', on.ready)
  // Whoever moves it meanwhile sees it move.
  map.once('dragstart', on.ready)
  map.once('zoomstart', on.ready)
  const measure = () => {
    const { lat } = map.getCenter()
    // Miles along the equator, of a world that is 512 px wide at zoom 0.
    const around = 24_873.6
    const perPixel = (around * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** map.getZoom())
    on.scale(scaleOf(perPixel, 96))
  }
  map.on('moveend', measure)
  measure()
  watchTiles(map, on.away)
  watchCredits(map, on.credits)
  map.on('moveend', (event) => {
    // Not what the page itself did.
    if (event.originalEvent || 'byHand' in event) on.moved(changed())
  })

  const changed = (): Seen | null => {
    const { lat, lng } = map.getCenter().wrap()
    const point = rounded({ latitude: lat, longitude: lng })
    const corner = map.getBounds().getNorthEast()
    const miles = covering(point, { latitude: corner.lat, longitude: corner.lng })
    const same =
      asked !== null &&
      asked.miles === miles &&
      asked.point.latitude === point.latitude &&
      asked.point.longitude === point.longitude
    return same ? null : { point, miles }
  }
  const back = () => {
    if (asked) map.fitBounds(boundsOf(asked.point, asked.miles), { padding: 24 })
  }

  return {
    show: marks.set,
    light: marks.light,
    pick: marks.pick,
    back() {
      back()
      on.moved(null)
    },
    zoom: (by: number) => map.easeTo({ zoom: map.getZoom() + by }, { byHand: true }),
    /** Another question: its circle, into which the view goes unless it stays where one has put it. */
    ask(next: Asked | null) {
      asked = next
      // A style that comes draws it.
      if (map.getSource('asked')) drawCircle()
      if (!stays) back()
      // One that stays may have been moved on while the answer was late.
      on.moved(stays ? changed() : null)
      stays = false
    },
    stay() {
      stays = true
    },
    dress(next: StyleSpecification, as: Look) {
      look = as
      map.setStyle(next, { diff: false })
      map.setMaxZoom(nearestOf(next))
    },
    close: () => map.remove(),
  }
}

/** How far the circle goes, on it: for eyes, as the list's heading says it too. */
function milesLabel() {
  const label = document.createElement('span')
  label.className = 'map-miles'
  label.ariaHidden = 'true'
  return label
}

/** Goes as near as it takes to tell them apart; false where nothing could. */
function spread(map: Drawn, members: Mark[]): boolean {
  const longitudes = members.map(({ longitude }) => longitude)
  const latitudes = members.map(({ latitude }) => latitude)
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  // About 60 m: one building.
  if (east - west < 0.0006 && north - south < 0.0006) return false
  const camera = map.cameraForBounds(
    [
      [west, south],
      [east, north],
    ],
    { padding: 80, maxZoom: Math.min(16.5, map.getMaxZoom()) },
  )
  if (!camera?.zoom || camera.zoom < map.getZoom() + 0.3) return false
  map.easeTo(camera, { byHand: true })
  return true
}
