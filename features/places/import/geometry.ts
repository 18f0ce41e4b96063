type Place = { latitude: unknown; longitude: unknown }
type Geometry = { coordinates?: unknown; geometries?: Geometry[] }

/** Returns the position of a GeoJSON geometry or a WKB point: the middle of its bounding box. */
export function geometryCenter(geometry: unknown): Place {
  if (geometry instanceof Uint8Array) return wkbPoint(geometry)
  const corners = cornersOf((geometry ?? {}) as Geometry)
  const middle = (values: number[]) => {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity)
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity)
    return (low + high) / 2
  }
  return {
    longitude: middle(corners.map(([east]) => east!)),
    latitude: middle(corners.map(([, north]) => north!)),
  }
}

/** Returns all corners, at any depth of coordinates or of geometries in a collection. */
function cornersOf({ coordinates, geometries }: Geometry): number[][] {
  if (Array.isArray(geometries)) return geometries.flatMap(cornersOf)
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number'
    ? [coordinates as number[]]
    : coordinates.flatMap((part) => cornersOf({ coordinates: part }))
}

/** Reads a point in well-known binary, as Overture writes it. */
function wkbPoint(bytes: Uint8Array): Place {
  if (bytes.length < 21) return { latitude: NaN, longitude: NaN }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = view.getUint8(0) === 1
  return { longitude: view.getFloat64(5, isLittle), latitude: view.getFloat64(13, isLittle) }
}
