import type { Point } from '#domain/miles.ts'

/** Parses 'latitude, longitude' as in a correction or as typed. Returns null for any other text. */
export function parsePoint(text: string): Point | null {
  const numbers = text.split(/[\s,;]+/).filter(Boolean)
  const [latitude = NaN, longitude = NaN] = numbers.map(Number)
  const isPoint = numbers.length === 2 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180
  return isPoint ? { latitude, longitude } : null
}
