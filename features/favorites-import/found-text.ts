import { countWithNoun } from '#platform/text/plural.ts'

/** Says how many of the places were found, and how many of those for sure, if any. */
export function foundText(places: number, found: number, sure: number): string {
  const certain = sure > 0 ? `, ${sure} of them for sure` : ''
  return `Of ${countWithNoun(places, 'place')}, we found ${found} here${certain}.`
}
