type Place = { latitude: unknown; longitude: unknown }

/** Returns the position of a geometry: a point itself, otherwise the center of its bounding box. */
export function geometryCenter(geometry: unknown, box: unknown): Place {
  if (geometry instanceof Uint8Array) return pointOf(geometry) ?? geoJsonBoxCenter(box)
  if (typeof geometry !== 'object' || geometry === null) return geoJsonBoxCenter(box)
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type === 'Point' && Array.isArray(coordinates))
    return { longitude: coordinates[0] as unknown, latitude: coordinates[1] as unknown }
  return boundingBoxCenter(spotsOf(coordinates)) ?? geoJsonBoxCenter(box)
}

/**
 * Returns the center of the box around points given as [longitude, latitude]. Points that seem to span more than half
 * the world lie across the antimeridian.
 */
export function boundingBoxCenter(spots: number[][]) {
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

/** Returns all corners of lines or areas, at any depth of GeoJSON's coordinates. */
const spotsOf = (coordinates: unknown): number[][] => {
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number'
    ? [coordinates as number[]]
    : coordinates.flatMap(spotsOf)
}

/**
 * Returns the center of a box, given as in GeoJSON (west, south, east, north, with optional heights) or as an object
 * with `xmin`, `ymin`, `xmax` and `ymax`. If west is greater than east, the box crosses the antimeridian.
 */
export function geoJsonBoxCenter(box: unknown) {
  const [west, south, east, north] = edgesOf(box).map(Number) as [number, number, number, number]
  const across = west > east ? 360 : 0
  return { latitude: (south + north) / 2, longitude: onMap((west + east + across) / 2) }
}

function edgesOf(box: unknown): unknown[] {
  if (Array.isArray(box)) return box.length === 6 ? [box[0], box[1], box[3], box[4]] : box
  const { xmin, ymin, xmax, ymax } = (box ?? {}) as Record<string, unknown>
  return [xmin, ymin, xmax, ymax]
}

/** Reads a point in well-known binary (WKB), with or without a reference system, height or measure. */
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
