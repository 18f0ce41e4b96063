import { foldText } from '#features/places/fold.ts'
import { placeOfRecord, type FileRecord } from './records.ts'
import { oneLine, pointOf, savedPlace, type SavedPlace } from './saved-place.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The maximum depth of nesting at which lists of check-ins and records are looked for. */
const deepest = 6

/**
 * Yields the places of a JSON file: GeoJSON as in Google's Takeout, check-ins and tips of Foursquare and Swarm,
 * check-ins of Untappd, our own archive of a member's data, or a list of objects with names.
 */
export function* placesOfJson(value: unknown): Generator<SavedPlace | null> {
  if (isObject(value) && Array.isArray(value.features)) {
    for (const feature of value.features) if (isObject(feature)) yield placeOfFeature(feature)
  } else if (isObject(value) && Array.isArray(value.yolos)) {
    for (const yolo of value.yolos) if (isObject(yolo)) yield placeOfRecord(recordOf(yolo))
  } else for (const list of listsIn(value)) for (const one of list) yield* placeOfObject(one)
}

/** Yields the lists within a value. It isn't recursive, because a file can be nested to any depth. */
function* listsIn(value: unknown): Generator<unknown[]> {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (Array.isArray(next.value)) yield next.value
    if (next.depth === deepest || typeof next.value !== 'object' || next.value === null) continue
    // Lists within a check-in, such as its venue's categories, aren't places.
    const within = Object.values(next.value).filter((one) => !isObject(one) || !isObject(one.venue))
    for (const one of within.toReversed()) open.push({ value: one, depth: next.depth + 1 })
  }
}

function* placeOfObject(value: unknown): Generator<SavedPlace | null> {
  if (!isObject(value)) return
  if (isObject(value.venue)) yield placeOfCheckIn(value, value.venue)
  else if (['beer_name', 'name', 'title', 'Title'].some((key) => typeof value[key] === 'string'))
    yield placeOfRecord(recordOf(value))
}

/** Returns a check-in's or tip's place. Foursquare's export has the point beside the venue, its API in the venue. */
function placeOfCheckIn(checkIn: Json, venue: Json): SavedPlace | null {
  const location = isObject(venue.location) ? venue.location : {}
  const exact = pointOf(location.lat, location.lng)
  const point = exact.latitude === null ? pointOf(checkIn.lat, checkIn.lng) : exact
  const city = [location.city, location.state].map(oneLine).filter(Boolean).join(', ')
  return savedPlace(venue.name, {
    ...point,
    address: oneLine(location.address),
    city,
    note: oneLine(checkIn.text) || oneLine(checkIn.shout),
  })
}

function placeOfFeature({ geometry, properties }: Json): SavedPlace | null {
  const record = new Map(recordOf(isObject(properties) ? properties : {}))
  const at = isObject(geometry) ? geometry.coordinates : null
  const point = Array.isArray(at) ? pointOf(at[1], at[0]) : pointOf(null, null)
  if (point.latitude !== null) {
    record.set('latitude', point.latitude)
    record.set('longitude', point.longitude)
  }
  return placeOfRecord(record)
}

/** Returns the values of an object and of the objects nested in it, by their folded keys. */
function recordOf(object: Json): FileRecord {
  const record = new Map<string, unknown>()
  const add = (part: Json, depth: number) => {
    for (const [key, value] of Object.entries(part)) {
      if (isObject(value) && depth < 3) add(value, depth + 1)
      else if (!record.has(foldText(key))) record.set(foldText(key), value)
    }
  }
  add(object, 0)
  return record
}
