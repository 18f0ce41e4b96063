import type { Point } from '#domain/miles.ts'

/** 'latitude, longitude', as a correction says it and one types it; null where it is something else. */
export function readPoint(text: string): Point | null {
  const numbers = text.split(/[\s,;]+/).filter(Boolean)
  const [latitude = NaN, longitude = NaN] = numbers.map(Number)
  const isPoint = numbers.length === 2 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180
  return isPoint ? { latitude, longitude } : null
}
