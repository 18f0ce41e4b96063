import type { GeoJSONSource } from 'maplibre-gl'
import type { Point } from '#domain/distance.ts'
import { rounded } from '#features/places/rounded.ts'
import type { Distance } from '#platform/web/session.ts'
import { boundsOf, circleAround, covering } from './circle.ts'
import { drawnStyle } from './drawn-style.ts'
import { openMap, type Asked, type Drawn } from './engine.ts'
import { marksOn, type Mark, type MarksOn } from './marks.ts'
import { palettes, type Look } from './palette.ts'

/** What 'Search here' would ask for. */
export type Seen = { point: Point; miles: Distance }

type On = MarksOn & {
  /** By hand; null where it would ask for the same again. */
  moved(seen: Seen | null): void
  ready(): void
}

export type MapCanvas = ReturnType<typeof mapCanvas>

/** The map itself, apart from React: what it shows is told to it. */
export function mapCanvas(container: HTMLElement, begun: Asked | null, begunLook: Look, on: On) {
  let asked = begun
  let look = begunLook
  let stays = false
  const map = openMap(container, drawnStyle(look, location.origin), asked)
  const marks = marksOn(map, {
    light: on.light,
    pick(members) {
      if (members.length > 1 && spread(map, members)) return
      on.pick(members)
    },
  })

  const drawCircle = () => {
    const ring = asked ? circleAround(asked.point, asked.miles) : []
    const data = { type: 'LineString' as const, coordinates: ring }
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
    back,
    zoom: (by: number) => map.easeTo({ zoom: map.getZoom() + by }, { byHand: true }),
    /** Another question: its circle, into which the view goes unless it stays where one has put it. */
    ask(next: Asked | null) {
      asked = next
      if (map.isStyleLoaded()) drawCircle()
      if (!stays) back()
      stays = false
    },
    stay() {
      stays = true
    },
    dress(next: Look) {
      if (next === look) return
      look = next
      map.setStyle(drawnStyle(look, location.origin), { diff: false })
    },
    close: () => map.remove(),
  }
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
    { padding: 80, maxZoom: 16.5 },
  )
  if (!camera?.zoom || camera.zoom < map.getZoom() + 0.3) return false
  map.easeTo(camera, { byHand: true })
  return true
}
