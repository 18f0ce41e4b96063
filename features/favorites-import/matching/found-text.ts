import { countWithNoun, pluralize } from '#platform/text/plural.ts'

/**
 * Says how many of the places were found, how many of those for sure, and how many can't be looked for until their city
 * is chosen.
 */
export function foundText(places: number, found: number, sure: number, waiting = 0): string {
  const all = countWithNoun(places, 'place')
  if (waiting === places)
    return `We read ${all}. To find ${pluralize(places, 'it, we need its', 'them, we need their')} city.`
  const certain = sure > 0 ? `, ${sure} of them for sure` : ''
  const wait =
    waiting > 0 ? ` ${waiting} still ${pluralize(waiting, 'needs its', 'need their')} city.` : ''
  return `Of ${all}, we found ${found} here${certain}.${wait}`
}
