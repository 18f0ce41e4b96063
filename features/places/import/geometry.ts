type Place = { latitude: unknown; longitude: unknown }
type Geometry = { type?: unknown; coordinates?: unknown; geometries?: unknown }

/** Returns the position of a GeoJSON or WKB geometry: a point itself, otherwise the center of its bounding box. */
export function geometryCenter(geometry: unknown, box: unknown): Place {
  if (geometry instanceof Uint8Array) return wkbPoint(geometry) ?? boxCenter(box)
  return centerOf(cornersOf(geometry as Geometry | null)) ?? boxCenter(box)
}

function cornersOf(geometry: Geometry | null | undefined): number[][] {
  const { coordinates, geometries } = geometry ?? {}
  if (Array.isArray(geometries)) return geometries.flatMap((part) => cornersOf(part as Geometry))
  return flattened(coordinates)
}

/** Returns all corners of lines or areas, at any depth of GeoJSON's coordinates. */
const flattened = (coordinates: unknown): number[][] => {
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number'
    ? [coordinates as number[]]
    : coordinates.flatMap(flattened)
}

/**
 * Returns the center of the box around points given as [longitude, latitude]. Points that seem to span more than half
 * the world lie across the antimeridian.
 */
function centerOf(corners: number[][]): Place | undefined {
  if (corners.length === 0) return undefined
  const range = (values: number[]) => {
    const low = values.reduce((a, b) => Math.min(a, b))
    const high = values.reduce((a, b) => Math.max(a, b))
    return { middle: (low + high) / 2, width: high - low }
  }
  const east = corners.map((corner) => corner[0]!)
  const isAcross = range(east).width > 180
  const eastward = isAcross ? east.map((at) => (at < 0 ? at + 360 : at)) : east
  const north = corners.map((corner) => corner[1]!)
  return { longitude: onMap(range(eastward).middle), latitude: range(north).middle }
}

const onMap = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude)

/** Returns the center of a box: west, south, east, north, with optional heights, or Overture's object of edges. */
function boxCenter(box: unknown): Place {
  const [west, south, east, north] = edgesOf(box).map(Number) as [number, number, number, number]
  const across = west > east ? 360 : 0
  return { latitude: (south + north) / 2, longitude: onMap((west + east + across) / 2) }
}

function edgesOf(box: unknown): unknown[] {
  if (Array.isArray(box)) return box.length === 6 ? [box[0], box[1], box[3], box[4]] : box
  const { xmin, ymin, xmax, ymax } = (box ?? {}) as Record<string, unknown>
  return [xmin, ymin, xmax, ymax]
}

/** Reads a point in well-known binary, with or without a reference system, height or measure. */
function wkbPoint(bytes: Uint8Array): Place | undefined {
  if (bytes.length < 21) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = view.getUint8(0) === 1
  const type = view.getUint32(1, isLittle)
  if ((type & 0xff) % 1000 !== 1 && (type & 0x0fff_ffff) % 1000 !== 1) return undefined
  const start = type & 0x2000_0000 ? 9 : 5
  if (bytes.length < start + 16) return undefined
  return {
    longitude: view.getFloat64(start, isLittle),
    latitude: view.getFloat64(start + 8, isLittle),
  }
}
