/** Where a geometry is: a point itself, the middle of the box round anything else. */
export function middleOf(
  geometry: unknown,
  box: unknown,
): { latitude: unknown; longitude: unknown } {
  if (geometry instanceof Uint8Array) return pointOf(geometry) ?? boxMiddle(box)
  if (typeof geometry !== 'object' || geometry === null) return boxMiddle(box)
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type === 'Point' && Array.isArray(coordinates))
    return { longitude: coordinates[0] as unknown, latitude: coordinates[1] as unknown }
  return middle(spotsOf(coordinates)) ?? boxMiddle(box)
}

function middle(spots: number[][]) {
  if (spots.length === 0) return undefined
  const half = (values: number[]) =>
    (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2
  return {
    longitude: half(spots.map((spot) => spot[0]!)),
    latitude: half(spots.map((spot) => spot[1]!)),
  }
}

/** The corners of a line, an area or several of them. */
const spotsOf = (coordinates: unknown): number[][] => {
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number'
    ? [coordinates as number[]]
    : coordinates.flatMap(spotsOf)
}

export function boxMiddle(box: unknown) {
  const { xmin, xmax, ymin, ymax } = (box ?? {}) as Record<string, unknown>
  const half = (from: unknown, to: unknown) => (Number(from) + Number(to)) / 2
  return { latitude: half(ymin, ymax), longitude: half(xmin, xmax) }
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
