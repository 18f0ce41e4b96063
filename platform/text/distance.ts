import { countWithNoun, numberText } from './plural.ts'
import { regionOf } from './reader-locale.ts'

/** The unit in which distances are shown. URLs and calls use miles, whatever the reader chose. */
export type DistanceUnit = 'mi' | 'km'

const kilometersPerMile = 1.609344

/** Countries whose road signs are in miles: the United States, the United Kingdom, Liberia and Myanmar. */
const milesCountries = new Set(['US', 'GB', 'LR', 'MM'])

/**
 * Returns the unit of the first language in an `Accept-Language` header. A language without a country counts as that of
 * the country with most of its speakers, so 'en' is American. If there is no valid language, the unit is miles.
 */
export function unitOfLanguages(header = ''): DistanceUnit {
  // Only the beginning is read, so that a very long header costs no time.
  for (const part of header.slice(0, 200).split(',')) {
    const region = regionOf(part.split(';')[0]!.trim())
    if (region) return milesCountries.has(region) ? 'mi' : 'km'
  }
  return 'mi'
}

/** Converts a number of miles to the unit. */
export const inUnit = (miles: number, unit: DistanceUnit) =>
  unit === 'km' ? miles * kilometersPerMile : miles

/** Returns a distance rounded to one decimal below ten and to a whole number from ten on: 1.6, 8, 32. */
export function roundedInUnit(miles: number, unit: DistanceUnit): number {
  const there = inUnit(miles, unit)
  return there < 10 ? Math.round(there * 10) / 10 : Math.round(there)
}

/** Returns a rounded distance as filters show it: '20 mi', '32 km', '1.6 km'. */
export const distanceLabel = (miles: number, unit: DistanceUnit) =>
  `${numberText(roundedInUnit(miles, unit))} ${unit}`

/** Returns a rounded distance in words: '1 mile', '20 miles', '32 kilometers'. */
export const distanceInWords = (miles: number, unit: DistanceUnit) =>
  countWithNoun(roundedInUnit(miles, unit), unit === 'km' ? 'kilometer' : 'mile')

/** Returns how far away something is from the reader: 'right here', '300 m', '1.9 km', '12 mi'. */
export function formatDistanceAway(miles: number, unit: DistanceUnit): string {
  if (miles < 0.05) return 'right here'
  const there = inUnit(miles, unit)
  if (unit === 'km' && there < 0.95) return `${Math.round(there * 10) * 100} m`
  return `${there < 10 ? there.toFixed(1) : Math.round(there)} ${unit}`
}
