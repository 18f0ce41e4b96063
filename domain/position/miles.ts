/** A point in degrees (WGS 84). */
export type Point = { latitude: number; longitude: number }

/** Mean radius of the Earth in miles. `miles_between` in distance.sql uses the same value. */
export const earthRadius = 3958.7613

export const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the great-circle distance in miles, by the haversine formula (Sinnott, Sky & Telescope 68, 1984). */
export function milesBetween(a: Point, b: Point): number {
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const chord =
    halfLatitude * halfLatitude +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude * halfLongitude
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Rounds a point to about 110 m: precise enough for ranking, too coarse to identify a house (rules: rounding). */
export const roundPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1000) / 1000,
  longitude: Math.round(longitude * 1000) / 1000,
})
