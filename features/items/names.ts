import { differsByAtMost } from '#platform/text/differs-by.ts'
import { fold } from '#features/places/fold.ts'

/**
 * Returns the key of a dish's name. Names with the same key are the same dish (rules: item names). The key is the name
 * in NFKC, case-folded, without invisible characters, trimmed, and with spaces collapsed. It is converted to upper case
 * first, so that 'ß' equals 'SS' and 'ς' equals 'σ'.
 */
export const nameKey = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/ς/gu, 'σ')
    // U+2800, the blank Braille pattern, looks like a space.
    .replace(/[\s\u2800]+/gu, ' ')
    .trim()

/**
 * Returns whether two names probably mean the same dish: they differ in accents, spaces, word order, singular and
 * plural, or by a typo.
 */
export function isSimilarName(one: string, other: string): boolean {
  const a = plain(one)
  const b = plain(other)
  if (!a || !b) return nameKey(one) === nameKey(other)
  const words = (text: string) => text.split(' ').sort().join(' ')
  const [joinedA, joinedB] = [a.replaceAll(' ', ''), b.replaceAll(' ', '')]
  if (joinedA === joinedB || words(a) === words(b)) return true
  const slips = slipsIn(Math.min(joinedA.length, joinedB.length))
  return slips > 0 && digits(a) === digits(b) && differsByAtMost(joinedA, joinedB, slips)
}

/**
 * Returns how near a name is to what has been typed so far: 0 is the nearest, null is not near. The typed text may be
 * the beginning of the name or of each of its words, or the name's beginning with a typo.
 */
export function nameDistance(typed: string, name: string): number | null {
  if (nameKey(typed) === nameKey(name)) return 0
  if (isSimilarName(typed, name)) return 1
  const a = fold(typed)
  const b = plain(name)
  const [joinedA, joinedB] = [a.replaceAll(' ', ''), fold(name).replaceAll(' ', '')]
  if (joinedA.length < 2 || !b) return null
  if (joinedB.startsWith(joinedA)) return 2
  const words = b.split(' ')
  if (a.split(' ').every((word) => words.some((other) => other.startsWith(singular(word)))))
    return 3
  const slips = slipsIn(joinedA.length)
  // If a letter is missing or extra, the beginning of the name is longer or shorter than the typed text.
  for (let more = -slips; slips > 0 && more <= slips; more++) {
    const beginning = joinedB.slice(0, joinedA.length + more)
    if (digits(joinedA) === digits(beginning) && differsByAtMost(joinedA, beginning, slips))
      return 4
  }
  return null
}

/**
 * Returns how many typos a name of this length may have. A short name may have none: 'Ham' isn't 'Jam'. The callers
 * require equal digits, because '#4' isn't '#5'.
 */
function slipsIn(letters: number) {
  if (letters >= 9) return 2
  return letters >= 5 ? 1 : 0
}

const plain = (name: string) => fold(name).split(' ').map(singular).join(' ')

/** Returns the singular: 'taco' for 'tacos', 'fry' for 'fries', 'sandwich' for 'sandwiches'. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|x|ss|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

const digits = (text: string) => text.replace(/\D+/g, ' ').trim()
