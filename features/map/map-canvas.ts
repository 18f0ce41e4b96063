import { type GeoJSONSource, Marker, ScaleControl } from 'maplibre-gl'
import type { DistanceOption } from '#domain/position/distances.ts'
import { type Point, roundPoint } from '#domain/position/miles.ts'
import { distanceLabel, type DistanceUnit } from '#platform/text/distance.ts'
import { openMap, type LibreMap } from './engine.ts'
import {
  destinationPoint,
  boundsOfCircle,
  type Circle,
  circleAround,
  distanceCovering,
} from './geometry.ts'
import { type MapMark, type MarkEvents, createMapMarks } from './marks.ts'
import { accentOf, type MapTheme } from './style.ts'
import type { Look } from './use-basemap.ts'

/** The area that 'Search here' would search. */
export type MapSearchArea = { point: Point; miles: DistanceOption }

type Events = MarkEvents & {
  /** Called with the area that 'Search here' would search, or null if it is the same as the searched circle. */
  moved(view: MapSearchArea | null): void
}

/** The MapLibre map with its marks and circle, without React. */
export function createMapCanvas(
  container: HTMLElement,
  first: Look,
  begun: Circle | null,
  unit: DistanceUnit,
  on: Events,
) {
  let area = begun
  let { look } = first
  let stays = false
  const map = openMap(container, first, area)
  const marks = createMapMarks(map, {
    pick(members) {
      if (members.length === 1 || !spread(map, members)) on.pick(members)
    },
  })
  const circle = circleOn(map, unit)
  map.on('style.load', () => circle.draw(area, look))
  map.addControl(new ScaleControl({ unit: unit === 'km' ? 'metric' : 'imperial' }), 'bottom-left')
  map.on('moveend', (event) => {
    // Moves that the page itself made are not reported.
    if (event.originalEvent || 'byHand' in event) on.moved(changedView(map, area))
  })
  const showCircle = () => {
    if (area) map.fitBounds(boundsOfCircle(area.point, area.miles), { padding: 24 })
  }

  return {
    show: marks.set,
    pick: marks.pick,
    back() {
      showCircle()
      on.moved(null)
    },
    zoom: (by: number) => map.easeTo({ zoom: map.getZoom() + by }, { byHand: true }),
    /** Shows another circle, and moves the view to it unless `stay` was called before. */
    ask(next: Circle | null) {
      area = next
      // If the style is still loading, the circle is drawn when it has loaded.
      if (circle.isDrawn()) circle.draw(area, look)
      if (!stays) showCircle()
      // The user may have moved the map again before the search result arrived.
      on.moved(stays ? changedView(map, area) : null)
      stays = false
    },
    stay() {
      stays = true
    },
    restyle(next: Look) {
      look = next.look
      map.setStyle(next.style, { diff: false })
    },
    close: () => map.remove(),
  }
}

/**
 * Draws the searched circle, labeled with its radius. The label is hidden from screen readers because the list's
 * heading says the same.
 */
function circleOn(map: LibreMap, unit: DistanceUnit) {
  const element = document.createElement('span')
  element.className = 'map-miles'
  element.ariaHidden = 'true'
  const label = new Marker({ element })
  const source = () => map.getSource<GeoJSONSource>('area')
  return {
    isDrawn: () => source() !== undefined,
    draw(circle: Circle | null, look: MapTheme) {
      const top = circle && destinationPoint(circle.point, circle.miles, 0)
      element.textContent = circle ? distanceLabel(circle.miles, unit) : ''
      if (top) label.setLngLat([top.longitude, top.latitude]).addTo(map)
      else label.remove()
      const coordinates = circle ? circleAround(circle.point, circle.miles) : []
      const data = { type: 'LineString' as const, coordinates }
      const known = source()
      if (known) return void known.setData(data)
      map.addSource('area', { type: 'geojson', data })
      map.addLayer({
        id: 'area',
        type: 'line',
        source: 'area',
        paint: {
          'line-color': accentOf(look),
          'line-width': 2,
          'line-opacity': 0.75,
          'line-dasharray': [2, 1.5],
        },
      })
    },
  }
}

/** Returns the area that the map shows, or null if it is the searched circle. */
function changedView(map: LibreMap, area: Circle | null): MapSearchArea | null {
  const { lat, lng } = map.getCenter().wrap()
  const point = roundPoint({ latitude: lat, longitude: lng })
  const corner = map.getBounds().getNorthEast()
  const miles = distanceCovering(point, { latitude: corner.lat, longitude: corner.lng })
  const isSame =
    area?.miles === miles &&
    area.point.latitude === point.latitude &&
    area.point.longitude === point.longitude
  return isSame ? null : { point, miles }
}

/** Zooms in until the marks are apart. Returns false if no zoom would separate them. */
function spread(map: LibreMap, members: MapMark[]): boolean {
  const longitudes = members.map(({ longitude }) => longitude)
  const latitudes = members.map(({ latitude }) => latitude)
  const southWest: [number, number] = [Math.min(...longitudes), Math.min(...latitudes)]
  const northEast: [number, number] = [Math.max(...longitudes), Math.max(...latitudes)]
  // About 60 m, the size of a building.
  if (northEast.every((edge, axis) => edge - southWest[axis]! < 0.0006)) return false
  const camera = map.cameraForBounds([southWest, northEast], {
    padding: 80,
    maxZoom: Math.min(16.5, map.getMaxZoom()),
  })
  if (!camera?.zoom || camera.zoom < map.getZoom() + 0.3) return false
  map.easeTo(camera, { byHand: true })
  return true
}
