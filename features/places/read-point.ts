import type { Point } from '#domain/position/miles.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'

/** Parses a typed or stored 'latitude, longitude'. Returns null for other texts and for latitudes beyond 85°. */
export function parsePoint(text: string): Point | null {
  const numbers = withoutInvisibleCharacters(text)
    .split(/[\s,;]+/)
    .filter(Boolean)
  const [latitude = NaN, longitude = NaN] = numbers.map(Number)
  const isPoint = numbers.length === 2 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180
  return isPoint ? { latitude, longitude } : null
}
