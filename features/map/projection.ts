import type { Point } from '#domain/miles.ts'

/** Where a point lies on the square map of the world (Web Mercator), from 0 to 1 eastwards and southwards. */
export function onWorld({ latitude, longitude }: Point): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [(longitude + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

export const fromWorld = (x: number, y: number): Point => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: x * 360 - 180,
})
