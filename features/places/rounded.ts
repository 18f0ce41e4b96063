type Point = { latitude: number; longitude: number }

/** About 110 m: enough to rank by, too coarse to tell a house (rules: rounding). */
export const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1000) / 1000,
  longitude: Math.round(longitude * 1000) / 1000,
})
