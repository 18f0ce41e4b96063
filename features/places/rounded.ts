type Point = { latitude: number; longitude: number }

/** Rounds a point to about 110 m: precise enough for ranking, too coarse to identify a house (rules: rounding). */
export const roundPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1000) / 1000,
  longitude: Math.round(longitude * 1000) / 1000,
})
