import { SaxesParser } from 'saxes'
import { foldText } from '#features/places/fold.ts'
import { placeOfRecord } from './records.ts'
import { pointOf, type SavedPlace } from './saved-place.ts'

type Point = ReturnType<typeof pointOf>
type Mark = { record: Map<string, unknown>; point: Point }

/**
 * Returns the places of a KML or GPX file: its placemarks or waypoints that have a point or an address, and null for
 * the others. `isWhole` is false if the file is damaged; then only the places that could be read are returned. Entities
 * that the file declares aren't expanded, so its text can't grow.
 */
export function placesOfXml(text: string): { places: (SavedPlace | null)[]; isWhole: boolean } {
  const places: (SavedPlace | null)[] = []
  const path: string[] = []
  const parser = new SaxesParser()
  let [isWhole, mark, content, data, language]: [boolean, Mark | null, string, string, string] = [
    true,
    null,
    '',
    '',
    '',
  ]
  parser.on('error', () => {
    isWhole = false
  })
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.toLowerCase()
    path.push(tag)
    content = ''
    if (tag === 'placemark') mark = { record: new Map(), point: pointOf(null, null) }
    if (tag === 'wpt') mark = { record: new Map(), point: pointOf(attributes.lat, attributes.lon) }
    if (tag === 'data' || tag === 'simpledata') data = attributes.name ?? ''
    if (tag === 'mwm:lang') language = attributes.code ?? ''
  })
  parser.on('text', (more) => {
    content += more
  })
  parser.on('cdata', (more) => {
    content += more
  })
  parser.on('closetag', ({ name }) => {
    const tag = name.toLowerCase()
    path.pop()
    const within = path.at(-1)
    if (mark) {
      if (tag === 'coordinates' && within === 'point') mark.point = pointOfKml(content)
      const key = keyOf(tag, within, { data, language })
      if (key) mark.record.set(key, content.trim())
    }
    if (mark && (tag === 'placemark' || tag === 'wpt')) {
      places.push(placeOfMark(mark))
      mark = null
    }
    content = ''
  })
  parser.write(text).close()
  return { places, isWhole }
}

/** Returns the key under which an element's text is added to the record, or null if it isn't added. */
function keyOf(
  tag: string,
  within: string | undefined,
  { data, language }: { data: string; language: string },
): string | null {
  const isOwn = within === 'placemark' || within === 'wpt'
  if (isOwn && (tag === 'name' || tag === 'address')) return tag
  if (tag === 'simpledata' || (tag === 'value' && within === 'data')) return foldText(data)
  // Organic Maps has the place's own name beside the name that the user gave it.
  if (tag === 'mwm:lang' && within === 'mwm:name' && language === 'default') return 'business name'
  return tag === 'osmand:address' ? 'address' : null
}

/** Returns null if the mark has neither a point nor an address, such as a path or an area. */
function placeOfMark({ record, point }: Mark): SavedPlace | null {
  if (point.latitude === null && !record.has('address')) return null
  return placeOfRecord(
    new Map([...record, ...(point.latitude === null ? [] : Object.entries(point))]),
  )
}

function pointOfKml(text: string): Point {
  const [longitude, latitude] = text.trim().split(',')
  return pointOf(latitude, longitude)
}
