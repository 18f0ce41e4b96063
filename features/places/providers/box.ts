import type { Point } from '#domain/miles.ts'
import { radius } from './provider.server.ts'

const milesInDegree = 69.05

/** A box that holds all within 50 miles, or within so many degrees; across the antimeridian its west is its larger number. */
export function boxAround({ latitude, longitude }: Point, degrees?: number) {
  const high = degrees ?? radius / milesInDegree
  const edge = Math.min(89, Math.abs(latitude) + high)
  const wide = degrees ?? Math.min(179, high / Math.cos((edge * Math.PI) / 180))
  return {
    south: Math.max(-90, latitude - high),
    north: Math.min(90, latitude + high),
    west: round(longitude - wide),
    east: round(longitude + wide),
  }
}

const round = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
