type Place = { latitude: unknown; longitude: unknown }

/** Where a geometry is: a point itself, the middle of the box round anything else. */
export function middleOf(geometry: unknown, box: unknown): Place {
  if (geometry instanceof Uint8Array) return pointOf(geometry) ?? boxMiddle(box)
  if (typeof geometry !== 'object' || geometry === null) return boxMiddle(box)
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type === 'Point' && Array.isArray(coordinates))
    return { longitude: coordinates[0] as unknown, latitude: coordinates[1] as unknown }
  return middleOfSpots(spotsOf(coordinates)) ?? boxMiddle(box)
}

/** Of spots with the longitude first. What seems to go round most of the world lies across the antimeridian. */
export function middleOfSpots(spots: number[][]) {
  if (spots.length === 0) return undefined
  const min = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const max = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  const half = (values: number[]) => (min(values) + max(values)) / 2
  const east = spots.map((spot) => spot[0]!)
  const isAcross = max(east) - min(east) > 180
  const eastward = (longitude: number) => (longitude < 0 ? longitude + 360 : longitude)
  return {
    longitude: onMap(half(isAcross ? east.map(eastward) : east)),
    latitude: half(spots.map((spot) => spot[1]!)),
  }
}

const onMap = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude)

/** The corners of a line, an area or several of them. */
const spotsOf = (coordinates: unknown): number[][] => {
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number'
    ? [coordinates as number[]]
    : coordinates.flatMap(spotsOf)
}

/** As GeoJSON writes a box (west, south, east, north, heights between) or by names; one across the antimeridian begins in the east. */
export function boxMiddle(box: unknown) {
  const [west, south, east, north] = edgesOf(box).map(Number) as [number, number, number, number]
  const across = west > east ? 360 : 0
  return { latitude: (south + north) / 2, longitude: onMap((west + east + across) / 2) }
}

function edgesOf(box: unknown): unknown[] {
  if (Array.isArray(box)) return box.length === 6 ? [box[0], box[1], box[3], box[4]] : box
  const { xmin, ymin, xmax, ymax } = (box ?? {}) as Record<string, unknown>
  return [xmin, ymin, xmax, ymax]
}

/** A point in well-known binary, with or without a reference system, height or measure. */
function pointOf(bytes: Uint8Array) {
  if (bytes.length < 21) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = view.getUint8(0) === 1
  const type = view.getUint32(1, little)
  if ((type & 0xff) % 1000 !== 1 && (type & 0x0fff_ffff) % 1000 !== 1) return undefined
  const start = type & 0x2000_0000 ? 9 : 5
  if (bytes.length < start + 16) return undefined
  return {
    longitude: view.getFloat64(start, little),
    latitude: view.getFloat64(start + 8, little),
  }
}
