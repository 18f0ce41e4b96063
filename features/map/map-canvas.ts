import { type GeoJSONSource, Marker, type StyleSpecification } from 'maplibre-gl'
import type { DistanceOption } from '#domain/position/distances.ts'
import type { Point } from '#domain/position/miles.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { distanceLabel, type DistanceUnit } from '#platform/text/distance.ts'
import { openMap, type Drawn } from './engine.ts'
import {
  destinationPoint,
  boundsOfCircle,
  type Circle,
  circleAround,
  distanceCovering,
  scaleOf,
} from './geometry.ts'
import type { BasemapEvents } from './basemap/use-basemap.ts'
import { watchCredits, watchTiles } from './basemap/watch-tiles.ts'
import { type AvoidLabelsAt, createLabelAvoidance } from './keep-clear.ts'
import { type MapMark, type MarkEvents, createMapMarks } from './marks.ts'
import { maxZoomOf, palettes, type MapTheme } from './style/drawn-style.ts'

/** The area that 'Search here' would search. */
export type MapSearchArea = { point: Point; miles: DistanceOption }

type Events = MarkEvents &
  BasemapEvents & {
    /** Called with the area that 'Search here' would search, or null if it is the same as the searched circle. */
    moved(view: MapSearchArea | null): void
    ready(): void
    scale(scale: ReturnType<typeof scaleOf>): void
  }

/** The MapLibre map with its marks and circle, without React. */
export function createMapCanvas(
  container: HTMLElement,
  style: StyleSpecification,
  begun: Circle | null,
  begunLook: MapTheme,
  unit: DistanceUnit,
  on: Events,
) {
  let asked = begun
  let look = begunLook
  let stays = false
  const map = openMap(container, style, asked)
  map.setMaxZoom(maxZoomOf(style))
  const keepClear = createLabelAvoidance(map)
  const marks = createMapMarks(map, keepClear, {
    light: on.light,
    pick(members) {
      if (members.length === 1 || !spread(map, members)) on.pick(members)
    },
  })
  const circle = circleOn(map, keepClear, unit)
  map.on('style.load', () => circle.draw(asked, look))
  map.once('idle', on.ready)
  // If the user moves the map before it is idle, it is shown at once, so that they see it move.
  map.once('dragstart', on.ready)
  map.once('zoomstart', on.ready)
  const measure = () => on.scale(scaleOf(milesPerPixel(map), 96, unit))
  map.on('moveend', measure)
  measure()
  watchTiles(map, on.unavailable)
  watchCredits(map, on.credits)
  map.on('moveend', (event) => {
    // Moves that the page itself made are not reported.
    if (event.originalEvent || 'byHand' in event) on.moved(changedView(map, asked))
  })
  const showCircle = () => {
    if (asked) map.fitBounds(boundsOfCircle(asked.point, asked.miles), { padding: 24 })
  }

  return {
    show: marks.set,
    light: marks.light,
    pick: marks.pick,
    back() {
      showCircle()
      on.moved(null)
    },
    zoom: (by: number) => map.easeTo({ zoom: map.getZoom() + by }, { byHand: true }),
    /** Shows another circle, and moves the view to it unless `stay` was called before. */
    ask(next: Circle | null) {
      asked = next
      // If the style is still loading, the circle is drawn when it has loaded.
      if (circle.isDrawn()) circle.draw(asked, look)
      if (!stays) showCircle()
      // The user may have moved the map again before the search result arrived.
      on.moved(stays ? changedView(map, asked) : null)
      stays = false
    },
    stay() {
      stays = true
    },
    restyle(next: StyleSpecification, as: MapTheme) {
      look = as
      map.setStyle(next, { diff: false })
      map.setMaxZoom(maxZoomOf(next))
    },
    close: () => map.remove(),
  }
}

/**
 * Draws the searched circle, labeled with its radius. The label is hidden from screen readers because the list's
 * heading says the same.
 */
function circleOn(map: Drawn, keepClear: AvoidLabelsAt, unit: DistanceUnit) {
  const element = document.createElement('span')
  element.className = 'map-miles'
  element.ariaHidden = 'true'
  const label = new Marker({ element })
  const source = () => map.getSource<GeoJSONSource>('asked')
  return {
    isDrawn: () => source() !== undefined,
    draw(circle: Circle | null, look: MapTheme) {
      const top = circle && destinationPoint(circle.point, circle.miles, 0)
      element.textContent = circle ? distanceLabel(circle.miles, unit) : ''
      if (top) label.setLngLat([top.longitude, top.latitude]).addTo(map)
      else label.remove()
      keepClear('miles', top ? [{ at: top, kind: 'words' }] : [])
      const coordinates = circle ? circleAround(circle.point, circle.miles) : []
      const data = { type: 'LineString' as const, coordinates }
      const known = source()
      if (known) return void known.setData(data)
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
    },
  }
}

/** Returns miles per pixel at the map's center. MapLibre's world is 512 px wide at zoom 0. */
function milesPerPixel(map: Drawn): number {
  const aroundEquator = 24_873.6
  const narrower = Math.cos((map.getCenter().lat * Math.PI) / 180)
  return (aroundEquator * narrower) / (512 * 2 ** map.getZoom())
}

/** Returns the area that the map shows, or null if it is the searched circle. */
function changedView(map: Drawn, asked: Circle | null): MapSearchArea | null {
  const { lat, lng } = map.getCenter().wrap()
  const point = roundPoint({ latitude: lat, longitude: lng })
  const corner = map.getBounds().getNorthEast()
  const miles = distanceCovering(point, { latitude: corner.lat, longitude: corner.lng })
  const isSame =
    asked?.miles === miles &&
    asked.point.latitude === point.latitude &&
    asked.point.longitude === point.longitude
  return isSame ? null : { point, miles }
}

/** Zooms in until the marks are apart. Returns false if no zoom would separate them. */
function spread(map: Drawn, members: MapMark[]): boolean {
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
