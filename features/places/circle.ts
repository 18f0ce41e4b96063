import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js'

type Point = { latitude: number; longitude: number }

/** Mean radius of the Earth in miles. */
export const earthRadius = 3958.7613

const radians = (degrees: number) => (degrees * Math.PI) / 180

export function milesBetween(a: Point, b: Point) {
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const chord =
    halfLatitude ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Shortest way across a ring of cells in miles, of the smallest cells there are. */
const ringWidth = { 4: 18, 5: 6.8 } as const

/** All H3 cells that a circle touches: none whose centre is farther than radius and reach together. */
export function cellsTouching(point: Point, miles: number, resolution: 4 | 5): string[] {
  const rings = Math.ceil(miles / ringWidth[resolution]) + 1
  const origin = latLngToCell(point.latitude, point.longitude, resolution)
  return gridDisk(origin, rings).filter((cell) => {
    const [latitude, longitude] = cellToLatLng(cell)
    const centre = { latitude, longitude }
    const corners = cellToBoundary(cell).map(([lat, lng]) =>
      milesBetween(centre, { latitude: lat, longitude: lng }),
    )
    // A hair more than the farthest corner: edges bend.
    return milesBetween(point, centre) <= miles + 1.01 * Math.max(...corners)
  })
}
