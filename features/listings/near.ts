import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js'

export type Point = { latitude: number; longitude: number }

/** Mean radius of the Earth in miles (decision 23). */
export const earthRadius = 3958.7613

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle miles by the haversine formula (Sinnott, Sky & Telescope 68, 1984). */
export function distanceMiles(a: Point, b: Point): number {
  const halfLat = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLng = Math.sin(radians(b.longitude - a.longitude) / 2)
  const chord =
    halfLat * halfLat +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLng * halfLng
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

export const cellOf = (point: Point, resolution: 5 | 7): bigint =>
  BigInt(`0x${latLngToCell(point.latitude, point.longitude, resolution)}`)

/** Shortest way across a ring of cells, in miles: 1.5 × the edge, of the smallest cells there are. */
const ringWidth = { 5: 6.8, 7: 0.97 } as const

/**
 * All H3 cells that a circle touches, as signed 64-bit integers. A cell is in when its centre is no
 * farther than the circle's radius and the cell's own reach together, so none is missed.
 */
export function cellsAround(point: Point, miles: number, resolution: 5 | 7): bigint[] {
  const rings = Math.ceil(miles / ringWidth[resolution]) + 1
  const origin = latLngToCell(point.latitude, point.longitude, resolution)
  return gridDisk(origin, rings)
    .filter((cell) => {
      const [latitude, longitude] = cellToLatLng(cell)
      const centre = { latitude, longitude }
      return distanceMiles(point, centre) <= miles + reachOf(cell, centre)
    })
    .map((cell) => BigInt(`0x${cell}`))
}

// A hair more than the farthest corner: edges bend.
const reachOf = (cell: string, centre: Point) =>
  1.01 *
  Math.max(
    ...cellToBoundary(cell).map(([latitude, longitude]) =>
      distanceMiles(centre, { latitude, longitude }),
    ),
  )
